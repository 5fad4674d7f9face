import CardIdentification
import InlaySeams
import LDS
import Octets

/// `inlay decode`.
enum DecodeCommand {
    /// A kind of bytes that can be explained.
    private struct Kind: Sendable {
        let name: String
        let summary: String
        /// True for kinds whose input is text, not bytes in hexadecimal.
        var isText = false
        let explain: @Sendable ([UInt8], Moment, CardFamily?) throws(ParseError) -> Explanation
    }

    private static let kinds = [
        Kind(
            name: "sw", summary: "a status word",
            explain: { bytes, _, family throws(ParseError) in
                try SWDecoder.explain(bytes, family: family)
            }),
        Kind(
            name: "atr", summary: "an answer to reset",
            explain: { bytes, _, _ throws(ParseError) in
                try ATRDecoder.explain(bytes)
            }),
        Kind(
            name: "tlv", summary: "data objects, BER-TLV or ASN.1",
            explain: { bytes, _, family throws(ParseError) in
                TLVDecoder.explain(bytes, application: family)
            }),
        Kind(
            name: "simple-tlv", summary: "data objects, SIMPLE-TLV",
            explain: { bytes, _, _ throws(ParseError) in
                FlatTLVDecoder.explainSimple(bytes)
            }),
        Kind(
            name: "historical", summary: "historical bytes with their COMPACT-TLV objects",
            explain: { bytes, _, _ throws(ParseError) in
                FlatTLVDecoder.explainHistorical(bytes)
            }),
        Kind(
            name: "get-version", summary: "the version that a Type 2 or DESFire chip tells",
            explain: { bytes, _, _ throws(ParseError) in
                try VersionDecoder.explain(bytes)
            }),
        Kind(
            name: "cplc", summary: "card production life cycle data of GlobalPlatform",
            explain: { bytes, now, _ throws(ParseError) in
                try CPLCDecoder.explain(bytes, asOf: now)
            }),
        Kind(
            name: "iccid", summary: "the card number of a SIM (EF.ICCID), as digits",
            explain: { bytes, _, _ throws(ParseError) in
                try SIMNumberDecoder.explainCardNumber(bytes)
            }),
        Kind(
            name: "imsi", summary: "the identity of a subscriber (EF.IMSI), as digits",
            explain: { bytes, _, _ throws(ParseError) in
                try SIMNumberDecoder.explainSubscriber(bytes)
            }),
        Kind(
            name: "apdu", summary: "a command APDU",
            explain: { bytes, _, family throws(ParseError) in
                try APDUDecoder.explain(bytes, family: family)
            }),
        Kind(
            name: "cvc", summary: "card verifiable certificates, or requests for them",
            explain: { bytes, _, _ throws(ParseError) in
                try CVCDecoder.explain(bytes)
            }),
        file("card-access", .cardAccess), file("card-security", .cardSecurity), file("atr-info", .atrInfo),
        file("dir", .directory), file("com", .com), file("sod", .sod),
        Kind(
            name: "dg", summary: "EF.DG1 to EF.DG16, whichever it is",
            explain: { bytes, _, _ throws(ParseError) in
                try FileDecoder.explainDataGroup(bytes)
            }),
        Kind(
            name: "suica", summary: "records of the history of a Suica-family card",
            explain: { bytes, _, _ throws(ParseError) in
                try SuicaDecoder.explain(bytes)
            }),
        Kind(name: "seal", summary: "a visible digital seal, or another barcode of a document") {
            bytes, _, _ throws(ParseError) in
            try SealDecoder.explain(bytes)
        },
        Kind(name: "felica", summary: "FeliCa frames, commands and answers one behind the other") {
            bytes, _, _ throws(ParseError) in
            try FeliCaDecoder.explain(bytes)
        },
        Kind(name: "mrz", summary: "a machine readable zone, or EF.DG1", isText: true) {
            bytes, now, _ throws(ParseError) in
            try MRZDecoder.explain(bytes, asOf: now)
        },
    ]

    private static func file(_ name: String, _ file: FileID) -> Kind {
        Kind(
            name: name, summary: "\(file.name), \(file.title)",
            explain: { bytes, _, _ throws(ParseError) in
                FileDecoder.explain(bytes, as: file)
            })
    }

    static let command = Command(
        "decode", summary: "explain bytes offline",
        discussion: [
            "Kinds: " + kinds.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ") + ".",
            "What is hexadecimal is taken as bytes; anything else is the name of a file (./AB where a name looks like "
                + "bytes), and - is standard input. A file that holds nothing but hexadecimal text is read as such.",
        ],
        positional: Positional(
            placeholder: "KIND HEX|FILE", count: 2...64,
            summary: "what it is, and the bytes; several arguments are joined"),
        groups: [OptionGroup(title: "Whose words", options: [PresetSelection.family])],
        examples: [
            ("inlay decode sw 6A82", "what a status word means"),
            ("inlay decode sw 91AE --family desfire", "what it means on a DESFire card"),
            ("inlay decode tlv EF.DG14.bin", "the data objects of a file"),
            ("inlay decode apdu 00 A4 04 0C 07 A0 00 00 02 47 10 01", "the parts of a command"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let name = arguments.positionals.first ?? ""
        guard let kind = kinds.first(where: { $0.name == name }) else {
            let near = Nearest.word(to: name, among: kinds.map(\.name))
            throw .usage(
                "unknown-kind", "there is no such kind of bytes", likely: near.map { "\($0) is meant" } ?? "",
                remedy: "kinds are " + kinds.map(\.name).joined(separator: ", "))
        }
        let words = Array(arguments.positionals.dropFirst())
        let families = try PresetSelection.families(arguments)
        let family = CardFamily.allCases.first(where: families.contains)
        let bytes = try kind.isText ? text(words, house) : bytes(words, house)
        let explanation: Explanation
        do {
            explanation = try kind.explain(bytes, house.time.now, family)
        } catch {
            throw malformed(error)
        }
        guard output.isText else {
            let head: JSONValue = ["schema": "inlay.decode/1", "kind": .string(kind.name), "bytes": .hex(bytes)]
            let deviations = JSONValue.array(explanation.deviations.map { .string($0) })
            var members = explanation.members + [.init(key: "deviations", value: deviations)]
            if let fault = explanation.fault { members.append(.init(key: "fault", value: .string(fault.description))) }
            output.json(head.appending(members))
            return explanation.fault == nil ? .done : .malformedData
        }
        explanation.show(on: output)
        if let fault = explanation.fault { output.complaint(malformed(fault)) }
        return explanation.fault == nil ? .done : .malformedData
    }

    private static func malformed(_ error: ParseError) -> Failure {
        Failure(
            .malformedData, kind: "malformed-data", error.description,
            likely: "the bytes are cut off, or of another kind", remedy: "compare with inlay decode --help")
    }

    /// Text is taken as it is when it has a filler or more than one part; else it is the name of a file.
    private static func text(_ words: [String], _ house: House) throws(Failure) -> [UInt8] {
        if words == ["-"] { return try house.input.readAll(BoundedFile.usualLimit) }
        let joined = words.joined(separator: "/")
        if words.count > 1 || joined.contains("<") { return Array(joined.utf8) }
        return try BoundedFile.read(joined)
    }

    private static func bytes(_ words: [String], _ house: House) throws(Failure) -> [UInt8] {
        let joined = words.joined(separator: " ")
        if joined == "-" { return unhexed(try house.input.readAll(BoundedFile.usualLimit)) }
        do {
            let bytes = try Hex.bytes(joined)
            if !bytes.isEmpty { return bytes }
        } catch {
            // Several words, or a word that has the look of bytes, are a slip of the hand and not a file.
            // So is a word of nothing but digits that no file has for a name.
            let isHexOnly = !joined.isEmpty && joined.allSatisfy(\.isHexDigit) && !PrivateFile.exists(joined)
            if words.count > 1 || isHexOnly
                || (joined.count > 3 && !joined.contains { "./~".contains($0) } && isMostlyHex(joined))
            {
                throw malformed(error)
            }
        }
        return unhexed(try BoundedFile.read(joined))
    }

    private static func malformed(_ error: Hex.Failure) -> Failure {
        let (column, reason) =
            switch error {
            case .invalidCharacter(let column): (column, "not a hexadecimal digit")
            case .oddDigits(let column): (column, "a byte needs two digits, the last one has one")
            }
        return Failure(
            .wrongUse, kind: "malformed-hex", "column \(column): \(reason)",
            likely: "a letter O for a zero, or a digit is missing", remedy: "correct it; a file is written as ./NAME")
    }

    private static func isMostlyHex(_ text: String) -> Bool {
        text.filter(\.isHexDigit).count * 10 >= text.count * 8
    }

    private static func unhexed(_ contents: [UInt8]) -> [UInt8] {
        guard contents.allSatisfy({ $0 < 0x80 }) else { return contents }
        guard let bytes = try? Hex.bytes(String(decoding: contents, as: UTF8.self)), !bytes.isEmpty else {
            return contents
        }
        return bytes
    }
}
