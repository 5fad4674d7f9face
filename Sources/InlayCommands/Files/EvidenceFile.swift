import InlaySeams
import LDS
import Octets

/// What a chip did to show that it is the original, saved beside its files: `evidence.json`, `inlay.evidence/1`.
enum EvidenceFile {
    static let name = "evidence.json"
    /// Most bytes of the file.
    static let byteLimit = 1 << 20

    /// The file; nil when the chip was not asked for anything.
    static func bytes(_ evidence: ChipEvidence, recorded moment: Moment, from source: CardConnection.Source) -> [UInt8]?
    {
        guard evidence != ChipEvidence() else { return nil }
        let document: JSONValue = [
            "schema": "inlay.evidence/1", "version": .string(Inlay.version), "source": .string(source.rawValue),
            "recorded": .string(moment.iso8601), "chipMapping": document(evidence.mapping),
            "chipAuthentication": document(evidence.chipAuthentication),
            "activeAuthentication": document(evidence.activeAuthentication),
        ]
        return Array((document.text() + "\n").utf8)
    }

    /// What the file says; nil when it is none.
    static func evidence(_ bytes: [UInt8]) -> ChipEvidence? {
        guard bytes.count <= byteLimit, let document = try? JSONReader.value(bytes),
            document["schema"]?.string == "inlay.evidence/1"
        else { return nil }
        var evidence = ChipEvidence()
        if let part = part(document["chipMapping"]) {
            guard let id = part["parameterId"]?.int, let key = hex(part["mappingPublicKey"]) else { return nil }
            evidence.mapping = PACECAMEvidence(
                parameterID: id, mappingPublicKey: key, chipAuthenticationData: hex(part["chipAuthenticationData"]))
        }
        if let part = part(document["chipAuthentication"]) {
            guard let known = chipAuthentication(part) else { return nil }
            evidence.chipAuthentication = known
        }
        if let part = part(document["activeAuthentication"]) {
            guard let challenge = hex(part["challenge"]) else { return nil }
            evidence.activeAuthentication = ActiveAuthenticationEvidence(
                challenge: challenge, signature: hex(part["signature"]), refusal: text(part["refusal"]),
                obstacle: text(part["obstacle"]))
        }
        return evidence
    }

    // MARK: - Parts

    private static func document(_ evidence: PACECAMEvidence?) -> JSONValue {
        guard let evidence else { return nil }
        return [
            "parameterId": .int(evidence.parameterID), "mappingPublicKey": .hex(evidence.mappingPublicKey),
            "chipAuthenticationData": evidence.chipAuthenticationData.map { .hex($0) } ?? nil,
        ]
    }

    private static func document(_ evidence: ChipAuthenticationEvidence?) -> JSONValue {
        guard let evidence else { return nil }
        let outcome: String
        var (why, step, status): (String?, String?, String?)
        switch evidence.outcome {
        case .confirmed: outcome = "confirmed"
        case .refused(let place, let answer): (outcome, step, status) = ("refused", place, answer)
        case .unusableKey(let text): (outcome, why) = ("unusableKey", text)
        case .notConfirmed(let text): (outcome, why) = ("notConfirmed", text)
        case .notAsked(let text): (outcome, why) = ("notAsked", text)
        }
        return [
            "protocol": .string(evidence.protocolOID.dotted), "keyId": JSONValue(evidence.keyID),
            "publicKey": .hex(evidence.publicKey), "protocolInferred": .bool(evidence.isInferred),
            "outcome": .string(outcome), "step": JSONValue(step), "status": JSONValue(status), "reason": JSONValue(why),
        ]
    }

    private static func document(_ evidence: ActiveAuthenticationEvidence?) -> JSONValue {
        guard let evidence else { return nil }
        return [
            "challenge": .hex(evidence.challenge), "signature": evidence.signature.map { .hex($0) } ?? nil,
            "refusal": JSONValue(evidence.refusal), "obstacle": JSONValue(evidence.obstacle),
        ]
    }

    private static func chipAuthentication(_ part: JSONValue) -> ChipAuthenticationEvidence? {
        guard let identifier = part["protocol"]?.string.flatMap({ ObjectIdentifier($0) }),
            let key = hex(part["publicKey"])
        else { return nil }
        let outcome: ChipAuthenticationEvidence.Outcome
        let why = text(part["reason"]) ?? ""
        switch part["outcome"]?.string {
        case "confirmed": outcome = .confirmed
        case "refused": outcome = .refused(step: text(part["step"]) ?? "", status: text(part["status"]) ?? "")
        case "unusableKey": outcome = .unusableKey(why)
        case "notConfirmed": outcome = .notConfirmed(why)
        case "notAsked": outcome = .notAsked(why)
        default: return nil
        }
        return ChipAuthenticationEvidence(
            protocolOID: identifier, keyID: part["keyId"]?.int, publicKey: key,
            isInferred: part["protocolInferred"] == true, outcome: outcome)
    }

    private static func part(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }

    private static func hex(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.string else { return nil }
        return try? Hex.bytes(text)
    }

    /// No text of ours is longer.
    private static func text(_ value: JSONValue?) -> String? { value?.string.map { String($0.prefix(500)) } }
}
