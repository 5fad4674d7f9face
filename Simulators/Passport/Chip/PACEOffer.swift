import CardCrypto
import LDS
import Octets

/// One PACEInfo of a chip (9303-11 §9.2.1), with the domain parameters that it stands for.
struct PACEOffer: Hashable {
    /// The protocol that MSE:Set AT names.
    let identifier: ObjectIdentifier
    /// How the domain parameters are mapped.
    let mapping: PACESetting.Mapping
    /// The session's cipher.
    let cipher: BlockCipher
    /// The domain parameters.
    let parameters: StandardizedDomainParameters
    /// Their number in this chip; nil when the PACEInfo names none.
    let parameterID: Int?
    /// A PACEDomainParameterInfo spells the domain parameters out.
    let isExplicit: Bool

    /// The offer of a setting; `explicitID` is the number of a PACEDomainParameterInfo.
    init(_ setting: PACESetting, explicitID: Int = Self.firstExplicitID) {
        mapping = setting.mapping
        cipher = setting.cipher
        parameters = setting.parameters
        isExplicit = setting.reference == .explicit
        parameterID =
            switch setting.reference {
            case .standardized: setting.parameters.rawValue
            case .explicit: explicitID
            case .absent: nil
            }
        identifier = Self.family(setting.mapping, setting.parameters).appending(setting.cipher.arc)
    }

    /// 9303-11 §9.5.1: numbers above 31 are free for sets of the issuer's own.
    static let firstExplicitID = 32

    /// The offers of a chip; sets that are spelled out are numbered in their order.
    static func offers(_ settings: [PACESetting]) -> [PACEOffer] {
        var explicit: [StandardizedDomainParameters] = []
        return settings.map { setting in
            guard setting.reference == .explicit else { return PACEOffer(setting) }
            if !explicit.contains(setting.parameters) { explicit.append(setting.parameters) }
            return PACEOffer(
                setting, explicitID: firstExplicitID + (explicit.firstIndex(of: setting.parameters) ?? 0))
        }
    }

    /// PACEInfo with version 2.
    var securityInfo: [UInt8] {
        DER.sequence(
            [DER.encode(identifier), DER.encode(integer: 2)] + (parameterID.map { [DER.encode(integer: $0)] } ?? []))
    }

    /// PACEDomainParameterInfo (9303-11 §9.2.2); nil when the parameters are not spelled out.
    func domainParameterInfo() throws(CryptoError) -> [UInt8]? {
        guard isExplicit else { return nil }
        let algorithm: CardCrypto.AlgorithmIdentifier
        if let curve = parameters.curve {
            algorithm = CardCrypto.AlgorithmIdentifier(.ecPublicKey, parameters: try curve.explicitParameters())
        } else {
            algorithm = try DHGroup(standardizedDomainParameterID: parameters.rawValue).algorithm(.x942)
        }
        return DER.sequence(
            [DER.encode(Self.family(mapping, parameters)), algorithm.encoded()]
                + (parameterID.map { [DER.encode(integer: $0)] } ?? []))
    }

    /// Everything that EF.CardAccess says about these offers.
    static func securityInfos(_ offers: [PACEOffer]) throws(CryptoError) -> [[UInt8]] {
        var infos: [[UInt8]] = []
        for offer in offers {
            infos.append(offer.securityInfo)
            if let parameters = try offer.domainParameterInfo(), !infos.contains(parameters) {
                infos.append(parameters)
            }
        }
        return infos
    }

    /// The object identifier without the cipher.
    private static func family(
        _ mapping: PACESetting.Mapping, _ parameters: StandardizedDomainParameters
    ) -> ObjectIdentifier {
        let arc: UInt8 =
            switch mapping {
            case .generic: parameters.curve == nil ? 1 : 2
            case .integrated: parameters.curve == nil ? 3 : 4
            case .chipAuthentication: 6
            }
        return .pace.appending(arc)
    }
}

extension PACEOffer {
    /// The offers in EF.CardAccess that this chip can carry out. Where an entry names no parameters, those of the
    /// setting with the same protocol count.
    static func offers(in infos: SecurityInfos, settings: [PACESetting]) -> [PACEOffer] {
        infos.pace.compactMap { info in
            let family = ObjectIdentifier(known: info.protocolOID.contents.dropLast())
            let explicit = infos.paceDomainParameters.first {
                $0.protocolOID == family && $0.parameterID == info.parameterID
            }
            var parameters = info.parameterID.flatMap(StandardizedDomainParameters.init(rawValue:))
            if parameters == nil { parameters = explicit.flatMap { StandardizedDomainParameters($0.domainParameter) } }
            if parameters == nil, info.parameterID == nil {
                parameters = settings.first { PACEOffer($0).identifier == info.protocolOID }?.parameters
            }
            let ciphers: [SessionCipher: BlockCipher] = [
                .tripleDES: .tripleDES, .aes128: .aes128, .aes192: .aes192, .aes256: .aes256,
            ]
            guard let parameters, let cipher = ciphers[info.cipher] else { return nil }
            let mapping: PACESetting.Mapping =
                switch info.mapping {
                case .generic: .generic
                case .integrated: .integrated
                case .chipAuthentication: .chipAuthentication
                }
            let reference: PACESetting.ParameterReference =
                info.parameterID == nil ? .absent : explicit != nil ? .explicit : .standardized
            let setting = PACESetting(mapping: mapping, cipher: cipher, parameters: parameters, reference: reference)
            let offer = PACEOffer(setting, explicitID: info.parameterID ?? firstExplicitID)
            // A protocol over DH with the parameters of a curve, or the other way round, is nothing.
            guard offer.identifier == info.protocolOID, setting.isPossible else { return nil }
            return offer
        }
    }
}

extension StandardizedDomainParameters {
    /// The set of a public key; nil when it is none of the standardized ones.
    init?(subjectPublicKeyInfo: [UInt8]) {
        guard let key = try? PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo) else { return nil }
        if let curve = key.curve {
            self.init(curve)
        } else {
            guard let group = try? DHGroup(of: key) else { return nil }
            self.init(rawValue: group.standardizedDomainParameterID)
        }
    }

    /// The set that an AlgorithmIdentifier names or spells out; nil when it is none of the standardized ones.
    init?(_ algorithm: LDS.AlgorithmIdentifier) {
        if let id = algorithm.standardizedDomainParameterID {
            self.init(rawValue: id)
            return
        }
        guard let parameters = algorithm.parameters else { return nil }
        switch algorithm.algorithm {
        case .ecPublicKey:
            guard let curve = (try? ECGroup(explicitParameters: parameters))?.curve else { return nil }
            self.init(curve)
        case .dhPublicNumber, .dhKeyAgreement:
            guard let group = try? DHGroup(explicitParameters: parameters) else { return nil }
            self.init(rawValue: group.standardizedDomainParameterID)
        default: return nil
        }
    }
}
