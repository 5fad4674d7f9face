/// How the domain parameters of a PACE run are derived (9303-11 §4.4.3.3).
public enum PACEMapping: Hashable, Sendable, CaseIterable {
    /// Generic Mapping.
    case generic
    /// Integrated Mapping.
    case integrated
    /// Chip Authentication Mapping: Generic Mapping that also proves the chip genuine.
    case chipAuthentication
}

/// The kind of key agreement.
public enum KeyAgreement: UInt8, Hashable, Sendable, CaseIterable {
    /// Over a finite field.
    case dh = 1
    /// Over an elliptic curve.
    case ecdh = 2

    init?(arc: UInt8?) {
        guard let arc, let agreement = Self(rawValue: arc) else { return nil }
        self = agreement
    }
}

/// The cipher of the session that a protocol sets up, as the last arc of its object identifier names it.
public enum SessionCipher: UInt8, Hashable, Sendable, CaseIterable {
    /// 3DES in CBC mode, retail MAC.
    case tripleDES = 1
    /// AES with 128-bit keys, CMAC.
    case aes128 = 2
    /// AES with 192-bit keys, CMAC.
    case aes192 = 3
    /// AES with 256-bit keys, CMAC.
    case aes256 = 4

    init?(arc: UInt8?) {
        guard let arc, let cipher = Self(rawValue: arc) else { return nil }
        self = cipher
    }
}

/// One of the 19 combinations that PACE has an object identifier for (9303-11 §9.2.1).
struct PACEAlgorithm: Hashable, Sendable {
    var mapping: PACEMapping
    var agreement: KeyAgreement
    var cipher: SessionCipher

    /// From the arcs below id-PACE: family, cipher.
    init?(arcs: [UInt8]) {
        guard arcs.count == 2, let family = Self.family(arcs), let cipher = SessionCipher(arc: arcs.last) else {
            return nil
        }
        self.init(mapping: family.mapping, agreement: family.agreement, cipher: cipher)
    }

    /// nil for combinations that do not exist: Chip Authentication Mapping knows neither DH nor 3DES.
    init?(mapping: PACEMapping, agreement: KeyAgreement, cipher: SessionCipher) {
        if mapping == .chipAuthentication, agreement == .dh || cipher == .tripleDES { return nil }
        self.mapping = mapping
        self.agreement = agreement
        self.cipher = cipher
    }

    /// The family of `arcs`, by the first of them.
    static func family(_ arcs: [UInt8]) -> (mapping: PACEMapping, agreement: KeyAgreement)? {
        switch arcs.first {
        case 1: (.generic, .dh)
        case 2: (.generic, .ecdh)
        case 3: (.integrated, .dh)
        case 4: (.integrated, .ecdh)
        case 6: (.chipAuthentication, .ecdh)
        default: nil
        }
    }

    /// The first arc.
    var family: UInt8 {
        switch mapping {
        case .generic: agreement == .dh ? 1 : 2
        case .integrated: agreement == .dh ? 3 : 4
        case .chipAuthentication: 6
        }
    }
}
