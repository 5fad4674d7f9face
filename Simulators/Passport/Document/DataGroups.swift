import InlaySeams
import LDS
import Octets

/// The data groups and EF.COM of the LDS1 application (9303-10 §4.6, §4.7), written from values.
enum DataGroups {
    /// EF.COM: versions and the list of data groups; `unknown` are octets of tags that are none.
    static func common(version: PassportSettings.LDSVersion, tags: [Tag], unknown: [UInt8] = []) -> [UInt8] {
        let digits = version == .v1_7 ? "0107" : "0108"
        return TLV.encode(
            0x60,
            parts: [
                TLV.encode(0x5F01, Array(digits.utf8)),
                TLV.encode(0x5F36, Array("040000".utf8)),
                TLV.encode(0x5C, tags.flatMap(\.bytes) + unknown),
            ])
    }

    /// EF.DG1: the machine readable zone without line breaks.
    static func machineReadableZone(_ lines: [String]) -> [UInt8] {
        TLV.encode(0x61, TLV.encode(0x5F1F, Array(lines.joined().utf8)))
    }

    /// EF.DG2: face images, all the same one. `lengthError` is added to the lengths in the record.
    static func faces(
        _ image: [UInt8], count: Int = 1, width: Int, height: Int, sex: Character, lengthError: Int = 0
    ) -> [UInt8] {
        var record = FaceRecord(image: image, width: width, height: height, sex: sex)
        record.lengthError = lengthError
        let template = TLV.encode(
            0x7F60, parts: [header(format: 0x0008), TLV.encode(0x5F2E, record.encoded())])
        let templates = [[UInt8]](repeating: template, count: count)
        return TLV.encode(0x75, TLV.encode(0x7F61, parts: [DER.encode(integer: count)] + templates))
    }

    /// EF.DG2 with one face image in the format of ISO/IEC 39794-5 (9303-10 §4.5.6).
    static func face39794(_ image: [UInt8], width: Int, height: Int) -> [UInt8] {
        func code(_ tag: Tag, _ value: Int) -> [UInt8] { TLV.encode(tag, TLV.encode(0x80, [UInt8(value & 0x7F)])) }
        func number(_ tag: Tag, _ value: Int) -> [UInt8] { TLV.encode(tag, DER.encode(integer: value).dropFirst(2)) }
        let version = TLV.encode(0xA0, parts: [number(0x80, 3), number(0x81, 2019)])
        // Coded as JPEG; its size in points.
        let information = TLV.encode(
            0xA1, parts: [code(0xA0, 2), TLV.encode(0xA7, parts: [number(0x80, width), number(0x81, height)])])
        let picture = TLV.encode(0xA0, parts: [TLV.encode(0x80, image), information])
        let representation = DER.sequence([number(0x80, 0), TLV.encode(0xA1, TLV.encode(0xA0, picture))])
        let block = TLV.encode(0x65, parts: [version, TLV.encode(0xA1, representation)])
        let template = TLV.encode(
            0x7F60, parts: [header(format: 0x002A), TLV.encode(0x7F2E, TLV.encode(0xA1, block))])
        return TLV.encode(0x75, TLV.encode(0x7F61, parts: [DER.encode(integer: 1), template]))
    }

    /// The biometric header template: a face, by an owner and in a format (9303-10 §4.5.1).
    private static func header(format: UInt16) -> [UInt8] {
        TLV.encode(
            0xA1,
            parts: [
                TLV.encode(0x80, [0x01, 0x01]), TLV.encode(0x81, [0x02]), TLV.encode(0x82, [0x00]),
                TLV.encode(0x87, [0x01, 0x01]), TLV.encode(0x88, [UInt8(format >> 8), UInt8(format & 0xFF)]),
            ])
    }

    /// EF.DG3 or EF.DG4 without any image; `filler` makes its digest differ from document to document.
    static func noBiometrics(_ tag: Tag, filler: [UInt8]) -> [UInt8] {
        TLV.encode(tag, parts: [TLV.encode(0x7F61, DER.encode(integer: 0)), TLV.encode(0x53, filler)])
    }

    /// EF.DG11: name, date and place of birth.
    static func personalDetails(_ holder: Holder, _ deviations: Set<ContentDeviation> = []) -> [UInt8] {
        let name = holder.surname + "<<" + holder.givenNames.replacing(" ", with: "<")
        let date = longDate(holder.birth)
        var objects: [(tag: Tag, value: [UInt8])] = [
            (0x5F0E, Array(name.utf8)),
            (0x5F2B, deviations.contains(.packedDate) ? packed(date) : Array(date.utf8)),
            (0x5F11, Array(holder.placeOfBirth.utf8)),
        ]
        if deviations.contains(.emptyFields) { objects += [(0x5F12, []), (0x5F42, [])] }
        if deviations.contains(.otherNames) {
            let names = ["QUILL<<JUNO", "HALVORSDOTTER<<JUNE"].map { TLV.encode(0x5F0F, Array($0.utf8)) }
            objects.append((0xA0, TLV.encode(0x02, [UInt8(names.count)]) + names.joined()))
        }
        return listed(0x6B, objects)
    }

    /// Two digits in an octet.
    private static func packed(_ digits: String) -> [UInt8] {
        let values = digits.utf8.map { $0 & 0x0F }
        return stride(from: 0, to: values.count - 1, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// EF.DG12: authority and date of issue.
    static func documentDetails(issued: Moment) -> [UInt8] {
        listed(0x6C, [(0x5F19, Array("PASSPORT OFFICE AMAUROT".utf8)), (0x5F26, Array(longDate(issued).utf8))])
    }

    /// EF.DG14: everything that EF.CardAccess says, and the other protocols, under the signature.
    static func securityOptions(_ infos: [[UInt8]], isSorted: Bool = true) -> [UInt8] {
        let sorted = infos.sorted { $0.lexicographicallyPrecedes($1) }
        return TLV.encode(0x6E, TLV.encode(.set, parts: isSorted ? sorted : sorted.reversed()))
    }

    /// A SecurityInfo under an arc of BSI that means nothing: 0.4.0.127.0.7.2.2.99.1.
    static let unknownInfo = DER.sequence([
        DER.encode(ObjectIdentifier.bsi.appending(2, 2, 99, 1)), DER.encode(integer: 1),
    ])

    /// EF.DG13 with a template that looks like EF.DG14; its identifier begins with 0.3.0.127 instead of 0.4.0.127.
    static let strangeOptions = TLV.encode(
        0x6D,
        DER.setOf([
            DER.sequence([TLV.encode(.objectIdentifier, [0x03, 0x00, 0x7F, 0x00, 0x07]), DER.encode(integer: 2)])
        ])
    )

    /// EF.DG15: the public key of Active Authentication.
    static func activeAuthenticationKey(_ subjectPublicKeyInfo: [UInt8]) -> [UInt8] {
        TLV.encode(0x6F, subjectPublicKeyInfo)
    }

    /// A tag list, then the objects that it names.
    private static func listed(_ tag: Tag, _ objects: [(tag: Tag, value: [UInt8])]) -> [UInt8] {
        let list = TLV.encode(0x5C, objects.flatMap(\.tag.bytes))
        return TLV.encode(tag, parts: [list] + objects.map { TLV.encode($0.tag, $0.value) })
    }

    /// YYYYMMDD.
    private static func longDate(_ moment: Moment) -> String { moment.isoDate.replacing("-", with: "") }
}
