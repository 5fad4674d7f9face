import LDS
import Octets

/// Explains what a barcode of an official document holds.
enum SealDecoder {
    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        let contents: BarcodeContents
        if bytes.first == 0xDC, let seal = try? VisibleDigitalSeal(parsing: bytes[...]) {
            contents = .visibleDigitalSeal(seal)
        } else if let found = BarcodeContents(TerminalText.decoded(bytes)) {
            contents = found
        } else {
            _ = try VisibleDigitalSeal(parsing: bytes[...])
            return Explanation()
        }
        var explanation = Explanation()
        explanation.line(StyledText(contents.name, .strong))
        explanation.member("contents", .string(contents.name))
        switch contents {
        case .visibleDigitalSeal(let seal): add(seal, to: &explanation)
        case .brokenSeal(let error): throw error
        case .nonConstrainedSeal, .icaoBarcode, .healthCertificate:
            explanation.line("named only: its contents are not taken apart")
        }
        return explanation
    }

    private static func add(_ seal: VisibleDigitalSeal, to explanation: inout Explanation) {
        let reference = Hex.string([seal.featureDefinition, seal.documentCategory])
        let fields: [(String, String, String)] = [
            ("document", "document", seal.documentName.map { "\(reference), \($0)" } ?? reference),
            ("issuing state", "issuingState", MRZText.state(seal.issuingState)),
            ("signer", "signer", seal.signer), ("certificate", "certificateReference", seal.certificateReference),
            ("issued", "dateOfIssue", seal.dateOfIssue?.description ?? "no date"),
            ("signed", "dateOfSignature", seal.dateOfSignature?.description ?? "no date"),
        ]
        for (name, key, value) in fields {
            explanation.field(name, StyledText(value))
            explanation.member(key, .string(value))
        }
        for message in seal.messages {
            explanation.field("message \(message.tag)", StyledText(Hex.string(message.value)))
        }
        explanation.field("signature", StyledText("\(Count.bytes(seal.signature.count)), not verified here"))
        explanation.member(
            "messages",
            .array(
                seal.messages.map { ["tag": .string($0.tag.description), "value": .hex($0.value)] }))
        explanation.member("signature", .hex(seal.signature))
    }
}
