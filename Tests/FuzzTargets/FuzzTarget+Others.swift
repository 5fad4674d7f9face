import LDS
import Octets

extension FuzzTarget {
    /// What signed and unsigned lists of the chip hold.
    static let securityObjects: [FuzzTarget] = [
        FuzzTarget("SecurityInfos", seeds: [FuzzSeed.infos.encoded()]) { bytes in
            (try? SecurityInfos(parsing: bytes)).map { ($0.encoded(), $0.warnings + [.otherEncoding]) }
        },
        .exact(
            "SubjectPublicKeyInfo", seeds: [FuzzSeed.key.encoded],
            parse: { try? SubjectPublicKeyInfo(parsing: $0) }, encode: { $0.encoded }),
    ]

    /// Certificates of Extended Access Control.
    static let certificates: [FuzzTarget] = [
        FuzzTarget("CVObject", seeds: [certificate, request, description]) { bytes in
            guard let objects = try? CVObject.all(in: bytes) else { return .refused }
            for case .certificate(let certificate) in objects {
                guard let again = try? CVCertificate(parsing: certificate.encoded()), again == certificate else {
                    return .broken("a certificate does not come back")
                }
            }
            return .held
        },
        FuzzTarget("EFCVCA", seeds: [TLV.encode(0x42, Array("UTCVCA00001".utf8)) + [UInt8](repeating: 0, count: 23)]) {
            bytes in
            guard let file = try? EFCVCA(parsing: bytes) else { return .refused }
            guard let again = try? EFCVCA(parsing: file.encoded()), again.references == file.references else {
                return .broken("the references do not come back")
            }
            return .held
        },
    ]

    /// From Tests/Foreign/vectors/terminal-authentication.txt: ecdsa-sha256-is.
    private static let certificate = FuzzSeed.bytes(
        """
        7F2181DE7F4E81975F290100420E5554494E4C4159445655543030317F494F060A04007F000702020202038641041C740AE0540ACF52EB
        B53BF2D7CCF989D26594B7B1F8BB83F415D54AF0CAA6CF20FD4F519D71B5BAFE0148374F72FF2F13B5A11BE137EFCFBBC0D26FE5A73A53
        5F200B55544741544555543030317F4C0E060904007F0007030102015301035F25060205000300015F24060205000303015F37403D5F77
        8EC035113700063E94302398E572E1841965D48D1BBCC5375B34D35F29260B4063E1C45AC65343D72B16BE3F463851179C0AE8814F0EFB
        F9EB28C0DADC
        """)

    private static let request = TLV.encode(
        0x67,
        parts: [
            FuzzSeed.bytes(
                "7F212C 7F4E24 5F290100 7F4911 060A04007F00070202020203 8603 040102 5F2009 555447415445303031 5F3702 0102"
            ),
            TLV.encode(0x42, Array("UTCVCA00001".utf8)), FuzzSeed.bytes("5F3702 0304"),
        ])

    private static let description = FuzzSeed.bytes(
        "3026 060A04007F00070301030101 A1030C0141 A3030C0142 A5030C0143 A709 3107 0405 0102030405")

    // MARK: - Text

    /// What people and machines type.
    static let texts: [FuzzTarget] = [
        FuzzTarget("MRZInput", seeds: FuzzSeed.zones.map { Array($0.utf8) }) { bytes in
            guard let input = try? MRZInput(String(decoding: bytes, as: UTF8.self)) else { return .refused }
            let mrz = input.mrz
            guard mrz.characters.count == mrz.format.length else { return .broken("not the length of its format") }
            guard let again = try? MRZ(characters: mrz.characters), again == mrz else {
                return .broken("the characters do not come back")
            }
            _ = (
                mrz.names, mrz.dateOfBirth, mrz.dateOfExpiry, mrz.documentNumber, mrz.optionalData, mrz.documentTypeName
            )
            _ = (mrz.checkDigits, mrz.undecidablePlaces, MRZInformation(mrz), MRZInformation.alternative(mrz))
            for proposal in mrz.proposals where !proposal.mrz.checkDigitProblems.isEmpty {
                return .broken("a proposal is wrong as well")
            }
            return .held
        },
        FuzzTarget("MRZKeyboardReader", seeds: FuzzSeed.zones.map { Array("\u{2}\($0)\r\n".utf8) }) { bytes in
            var reader = MRZKeyboardReader()
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let events = lines.flatMap { reader.take(String($0)) } + reader.finish()
            guard !reader.isWaiting else { return .broken("something is left") }
            return events.isEmpty ? .refused : .held
        },
        FuzzTarget("MRZTransliteration", seeds: ["MÜLLER-ØRN", "O'NEIL\nONEIL", "ЖЩ\nZHSHCH"].map { Array($0.utf8) }) {
            bytes in
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            guard let first = parts.first, let written = MRZTransliteration.written(first) else { return .refused }
            _ = MRZTransliteration.possibilities(in: written)
            _ = MRZTransliteration.steps(from: first, to: parts.last ?? "")
            return written.utf8.allSatisfy { (0x41...0x5A).contains($0) || [0x20, 0x2D, 0x3C].contains($0) }
                ? .held : .broken("other characters than a zone has")
        },
        FuzzTarget(
            "VisibleDigitalSeal",
            seeds: [
                FuzzSeed.bytes("DC03D9C5D9CAC8A73A990F71346ECF47FB06"),
                FuzzSeed.bytes(
                    "DC03D9C5D9CAC8A8217731BDE731BDE85D01 0102AABB 028103CCDDEE FF0401020304"),
                FuzzSeed.bytes("DC02D9C56D38DB6A19D731BDE731BDE8FE02"), Array("HC1:6BF".utf8), Array("NDB1BX".utf8),
                Array("{\"hdr\":1,\"sig\":2}".utf8),
            ]
        ) { bytes in
            let seal = try? VisibleDigitalSeal(parsing: bytes[...])
            let contents = BarcodeContents(String(decoding: bytes, as: UTF8.self))
            _ = contents?.name
            return seal == nil && contents == nil ? .refused : .held
        },
    ]

    // MARK: - Grammars

    /// Data objects under each of the encoding rules, and what is read out of the smallest of them.
    static let grammars: [FuzzTarget] = [
        grammar("BERTLV", .berTLV), grammar("BER", .ber), grammar("DER", .der),
        FuzzTarget("Details", seeds: [Array("20200229".utf8), [0x20, 0x20, 0x02, 0x29], [0x5F, 0x0E, 0x61]]) { bytes in
            _ = (DetailDate(bytes: bytes), DetailTime(bytes: bytes), DetailText(bytes: bytes).name)
            let list = TagList(parsing: bytes[...])
            _ = ImageFormat.detect(bytes[...])
            return list.bytes == bytes ? .held : .broken("the tag list does not come back")
        },
    ]

    private static func grammar(_ name: String, _ rules: EncodingRules) -> FuzzTarget {
        let indefinite = rules == .ber ? [FuzzSeed.bytes("30 80 A0 02 0500 0000")] : []
        return FuzzTarget(name, seeds: [FuzzSeed.infos.encoded()] + indefinite) { bytes in
            var reader = TLVReader(bytes, in: "fuzz", rules: rules)
            var pieces: [UInt8] = []
            while let object = try? reader.next() {
                pieces += object.encoded
                walk(object)
            }
            guard Array(bytes.prefix(pieces.count)) == pieces else { return .broken("objects are not what was read") }
            return pieces.isEmpty ? .refused : .held
        }
    }

    private static func walk(_ object: TLV) {
        _ = (try? object.objectIdentifier("fuzz"), try? object.integer("fuzz"), try? object.unsigned("fuzz"))
        _ = (try? object.octetString("fuzz"), try? object.bitString("fuzz"))
        guard object.tag.isConstructed, var contents = try? object.contents("fuzz") else { return }
        while let inner = try? contents.next() { walk(inner) }
    }
}
