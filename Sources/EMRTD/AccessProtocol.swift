import CardCrypto
package import ISO7816
package import LDS
package import SecureMessaging

/// What an access protocol leaves behind.
package struct OpenedAccess {
    /// The protected channel.
    package let channel: SecureChannel
    /// The chip's ephemeral public key of PACE, which Terminal Authentication binds to; nil after BAC.
    package var chipPublicKey: EphemeralPublicKey?
    /// The terminal's ephemeral public key of PACE; nil after BAC.
    package var terminalPublicKey: EphemeralPublicKey?
    /// What PACE with chip authentication mapping gave.
    package var mapping: PACECAMEvidence?
    /// Certification authority references for Terminal Authentication, newest first, where the chip sent them.
    package var authorityReferences: [[UInt8]] = []
    /// What the chip did otherwise than it should.
    package var deviations: [ReadingDeviation] = []
}

/// A way to open a chip. Its mapping, password and parameters are chosen before.
package protocol AccessProtocol {
    /// Protocol and parameters in words.
    var name: String { get }
    /// What a success establishes.
    var establishes: AccessSummary.Established { get }
    /// True when the current application must be the LDS1 application before it runs.
    var needsApplication: Bool { get }
    /// Runs the protocol on `channel`, which must not be used directly afterwards.
    ///
    /// Throws `authenticationFailed` when the chip refuses the secret, `cryptographyRefused` when the chip's values are
    /// not acceptable, `unexpectedStatus` when it refuses a step, and what the channel throws.
    func open(_ channel: any CardChannel) throws(CardError) -> OpenedAccess
}

/// Runs `body` and turns what the cryptographic library refuses into a `CardError` of `step`.
func withCryptography<R>(during step: Step, _ body: () throws(CryptoError) -> R) throws(CardError) -> R {
    do {
        return try body()
    } catch {
        throw CardError(.cryptographyRefused, during: step, underlying: error)
    }
}
