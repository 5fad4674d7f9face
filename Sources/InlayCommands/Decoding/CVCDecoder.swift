import LDS
import Octets

/// Explains card verifiable certificates, requests for them and their descriptions.
enum CVCDecoder {
    /// The objects in `bytes`, one after another. Throws when they are something else.
    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        var explanation = Explanation()
        var documents: [JSONValue] = []
        for object in try CVObject.all(in: bytes) {
            switch object {
            case .certificate(let certificate): documents.append(add(certificate, to: &explanation))
            case .request(let request): documents.append(add(request, to: &explanation))
            case .description(let description): documents.append(add(description, to: &explanation))
            }
        }
        explanation.member("objects", .array(documents))
        return explanation
    }

    private static func add(_ certificate: CVCertificate, to explanation: inout Explanation) -> JSONValue {
        let body = certificate.body
        let role = body.authorization
        explanation.line(StyledText("CV certificate", .strong))
        explanation.field("holder", text(body.holderReference.description), depth: 1)
        explanation.field(
            "authority",
            text(body.authorityReference.description) + StyledText(certificate.isSelfSigned ? " (itself)" : ""),
            depth: 1)
        explanation.field(
            "role", StyledText("\(role.role.title), \(role.terminalType?.title ?? role.terminalTypeOID.dotted)"),
            depth: 1)
        explanation.field(
            "rights", StyledText(role.rights.isEmpty ? "none" : role.rights.map(\.title).joined(separator: ", ")),
            depth: 1)
        explanation.field("valid", StyledText("\(body.effectiveDate) to \(body.expiryDate)"), depth: 1)
        addKey(body.publicKey, to: &explanation)
        for part in body.extensions {
            explanation.field("extension", text("\(part)"), depth: 1)
        }
        explanation.field("signature", StyledText(Count.bytes(certificate.signature.count)), depth: 1)
        if certificate.isLink { explanation.line(StyledText("a link: the authority certifies its next key"), depth: 1) }
        return [
            "type": "certificate", "holder": .string(body.holderReference.description),
            "authority": .string(body.authorityReference.description), "role": .string(role.role.title),
            "terminalType": JSONValue(role.terminalType?.title),
            "authorization": .hex(role.bits), "rights": .array(role.rights.map { .string($0.title) }),
            "effective": .string("\(body.effectiveDate)"), "expiry": .string("\(body.expiryDate)"),
            "algorithm": .string(body.publicKey.algorithm.dotted), "signature": .hex(certificate.signature),
        ]
    }

    private static func add(_ request: CVRequest, to explanation: inout Explanation) -> JSONValue {
        explanation.line(StyledText("request for a CV certificate", .strong))
        explanation.field("holder", text(request.holderReference.description), depth: 1)
        if let authority = request.authorityReference {
            explanation.field("authority", text(authority.description), depth: 1)
        }
        addKey(request.publicKey, to: &explanation)
        if let outer = request.outerSignature {
            explanation.field("signed by", text(outer.authorityReference.description), depth: 1)
        }
        return [
            "type": "request", "holder": .string(request.holderReference.description),
            "authority": JSONValue(request.authorityReference?.description),
            "algorithm": .string(request.publicKey.algorithm.dotted),
            "outerAuthority": JSONValue(request.outerSignature?.authorityReference.description),
        ]
    }

    private static func add(_ description: CVCertificateDescription, to explanation: inout Explanation) -> JSONValue {
        explanation.line(StyledText("description of a CV certificate", .strong))
        let fields: [(String, String?)] = [
            ("issuer", description.issuerName), ("issuer's page", description.issuerURL),
            ("subject", description.subjectName), ("subject's page", description.subjectURL),
            ("redirect", description.redirectURL), ("terms", description.plainTerms),
        ]
        for case (let name, let value?) in fields { explanation.field(name, text(value), depth: 1) }
        return [
            "type": "description", "issuer": JSONValue(description.issuerName),
            "issuerURL": JSONValue(description.issuerURL), "subject": JSONValue(description.subjectName),
            "subjectURL": JSONValue(description.subjectURL), "terms": JSONValue(description.plainTerms),
        ]
    }

    private static func addKey(_ key: CVPublicKey, to explanation: inout Explanation) {
        let algorithm = key.knownAlgorithm.map { "\($0)" } ?? key.algorithm.dotted
        explanation.field(
            "key", StyledText("\(algorithm)\(key.domainParameters == nil ? "" : ", with domain parameters")"), depth: 1)
    }

    /// Text of a stranger.
    private static func text(_ text: String) -> StyledText { StyledText(TerminalText.escaped(text)) }
}
