import CardCrypto
import LDS
import Octets

/// Entries of SecurityInfos in words.
enum SecurityInfoText {
    /// What an entry offers; nil when it is not known.
    static func text(_ info: SecurityInfo) -> String? {
        let protocolName = info.protocolOID.flatMap(IdentifierNames.name)
        let parts: [String?] =
            switch info.content {
            case .pace(let pace):
                [protocolName, "version \(pace.version)", pace.parameterID.map(parameters) ?? "explicit parameters"]
            case .paceDomainParameter(let parameter): [protocolName, parameter.parameterID.map { "id \($0)" }]
            case .chipAuthentication(let chip):
                [protocolName, "version \(chip.version)", chip.keyID.map { "key \($0)" }]
            case .chipAuthenticationDomainParameter(let parameter): [protocolName, parameter.keyID.map { "key \($0)" }]
            case .chipAuthenticationPublicKey(let key):
                [protocolName, publicKey(key.publicKey.encoded), key.keyID.map { "key \($0)" }]
            case .terminalAuthentication(let terminal): [protocolName, "version \(terminal.version)"]
            case .activeAuthentication(let active):
                ["version \(active.version)", IdentifierNames.described(active.signatureAlgorithm)]
            case .efDIR: [protocolName, "signed copy of EF.DIR"]
            case .cardInfoLocator(let locator): [protocolName, locator.url]
            case .unknown: [protocolName]
            }
        let words = parts.compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// Standardized domain parameters (9303-11 §9.5.1, table 12).
    static func parameters(_ id: Int) -> String {
        if let curve = NamedCurve(standardizedDomainParameterID: id) { return "\(curve.name) (\(id))" }
        let groups = [
            0: "1024 bits, subgroup of 160", 1: "2048 bits, subgroup of 224", 2: "2048 bits, subgroup of 256",
        ]
        return groups[id].map { "\($0) (\(id))" } ?? "unknown parameters \(id)"
    }

    /// Kind and size of a key in a SubjectPublicKeyInfo.
    static func publicKey(_ encoded: [UInt8]) -> String {
        guard let key = try? PublicKey(subjectPublicKeyInfo: encoded) else { return "key that cannot be read" }
        switch key.kind {
        case .rsa(let bits, _): return "RSA, \(bits) bits"
        case .ellipticCurve(let curve, let form):
            let explicit = form == .explicit ? ", parameters explicit" : ""
            return "elliptic curve \(curve?.name ?? "that is not known")\(explicit)"
        case .other(let oid): return IdentifierNames.described(oid)
        }
    }
}
