import CardCrypto
import InlaySeams
import LDS
import Octets
import PassportSimulator

/// Documents, certificates and lists of the simulated state, and moments in their life.
enum Utopia {
    /// 2024-03-12, the day of issue.
    static let issued = Moment(secondsSince1970: 1_710_201_600)
    /// 2026-03-12, while everything is in force.
    static let moment = Moment(secondsSince1970: 1_773_273_600)

    static func settings(
        seed: UInt64 = 1, _ change: (inout PassportSettings) -> Void = { _ in }
    ) -> PassportSettings {
        var settings = PassportSettings()
        settings.seed = seed
        // The fastest curve: most tests are not about curves.
        settings.signerCurve = .secp256r1
        settings.countryCurve = .secp256r1
        change(&settings)
        return settings
    }

    static func state(seed: UInt64 = 1) throws -> IssuingState { try IssuingState(settings(seed: seed)) }

    static func document(
        seed: UInt64 = 1, _ change: (inout PassportSettings) -> Void = { _ in }
    ) throws -> PassportDocument {
        try PassportSimulator.make(settings(seed: seed, change)).document
    }

    /// A state whose country and document signing keys are RSA.
    static func rsaState(
        seed: UInt64 = 1, _ algorithm: SignatureAlgorithm
    ) throws -> IssuingState {
        try IssuingState(
            settings(seed: seed),
            countryKey: SigningKey(PrivateKey(pkcs8: RSAKeys.country), algorithm, .seeded(seed)),
            signerKey: SigningKey(PrivateKey(pkcs8: RSAKeys.signer), algorithm, .seeded(seed)))
    }

    static func certificate(_ der: [UInt8]) throws -> Certificate { try Certificate(parsing: der) }
}
