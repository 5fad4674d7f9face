import CardCrypto
import LDS
import Octets

/// Active Authentication counts when the signature is right, and a verified EF.SOD covers the key in EF.DG15
/// (9303-11 §6.1; Docs/rules.md 9).
enum ActiveAuthenticationRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let bytes = examination.files[.dg15] else {
            let isListed = examination.securityObject.map { $0.digest(of: 15) != nil } ?? true
            examination.add(.activeAuthentication, isListed ? .notDone(.fileMissing(.dg15)) : .notOffered)
            return
        }
        guard let evidence = examination.evidence.activeAuthentication else {
            examination.add(.activeAuthentication, .notDone(.notAsked))
            return
        }
        if let obstacle = evidence.obstacle {
            examination.add(.activeAuthentication, .notDone(.messagesNotExchanged(obstacle)))
            return
        }
        guard let signature = evidence.signature else {
            let status = evidence.refusal ?? ""
            examination.add(
                .activeAuthentication,
                ChipAuthenticationRule.refusal(.chipRefused(step: "INTERNAL AUTHENTICATE", status: status), status))
            return
        }
        do {
            let key = try PublicKey(subjectPublicKeyInfo: EFDG15(parsing: bytes).publicKey.encoded)
            let verdict =
                switch key.kind {
                case .rsa(let bits, _):
                    try rsa(signature, over: evidence.challenge, key, bits: bits)
                case .ellipticCurve, .other:
                    try ecdsa(signature, over: evidence.challenge, key, announced(examination))
                }
            examination.add(.activeAuthentication, worth(of: verdict, examination), [.init("key", key.label)])
        } catch let error as CryptoError {
            examination.add(.activeAuthentication, .notDone(.cryptography(error)))
        } catch let error as ParseError {
            examination.add(.activeAuthentication, .notDone(.malformed(.dg15, error)))
        } catch {
            examination.add(.activeAuthentication, .notDone(.noKey(.dg15)))
        }
    }

    /// A right signature of a key that nobody vouches for shows nothing.
    private static func worth(of verdict: Verdict, _ examination: Examination) -> Verdict {
        guard verdict.holds else { return verdict }
        guard examination.isCovered(.dg15) else { return .notDone(.dependsOn(Check.digest(.dg15).title)) }
        return examination.counting(verdict.deviations)
    }

    private static func rsa(
        _ signature: [UInt8], over challenge: [UInt8], _ key: PublicKey, bits: Int
    ) throws(CryptoError) -> Verdict {
        guard bits >= 1024 else { return .failed(.weakKey(bits: bits)) }
        guard let opened = try MessageRecoverySignature(signature, over: challenge, key: key) else {
            return .failed(.wrongSignature)
        }
        var deviations: [Deviation] = []
        if opened.isComplement { deviations.append(.complementSignature) }
        // 9303-11 §6.1.2.2 has BC for SHA-1; the two-byte form of it is not there.
        if opened.trailer == [0x33, 0xCC] { deviations.append(.unusualTrailer(opened.trailer)) }
        return .passed(with: deviations)
    }

    /// EF.DG14 must name the hash (9303-11 §9.2.4); chips exist that use another, or do not name one.
    private static func ecdsa(
        _ signature: [UInt8], over challenge: [UInt8], _ key: PublicKey, _ announced: DigestAlgorithm?
    ) throws(CryptoError) -> Verdict {
        let order: [DigestAlgorithm] = [.sha256, .sha384, .sha512, .sha224, .sha1]
        for digest in [announced].compactMap(\.self) + order.filter({ $0 != announced }) {
            guard let form = try key.ecdsaForm(of: signature, over: challenge, digest: digest) else { continue }
            var deviations: [Deviation] = []
            if digest != announced { deviations.append(.hashByTrying(digest)) }
            if digest == .sha1 { deviations.append(.sha1) }
            if form == .der { deviations.append(.signatureInDER) }
            return .passed(with: deviations)
        }
        return .failed(.wrongSignature)
    }

    private static func announced(_ examination: Examination) -> DigestAlgorithm? {
        guard let info = (try? examination.options.get())?.activeAuthentication.first else { return nil }
        return (try? SignatureAlgorithm(CardCrypto.AlgorithmIdentifier(info.signatureAlgorithm)))?.digest
    }
}
