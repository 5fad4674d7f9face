import InlaySeams
import Octets

/// The data groups and EF.COM of the LDS1 application (9303-10 §4.6, §4.7), written from values.
enum DataGroups {
    /// EF.COM: versions and the list of data groups.
    static func common(version: PassportSettings.LDSVersion, tags: [Tag]) -> [UInt8] {
        let digits = version == .v1_7 ? "0107" : "0108"
        return TLV.encode(
            0x60,
            parts: [
                TLV.encode(0x5F01, Array(digits.utf8)),
                TLV.encode(0x5F36, Array("040000".utf8)),
                TLV.encode(0x5C, tags.flatMap(\.bytes)),
            ])
    }

    /// EF.DG1: the machine readable zone without line breaks.
    static func machineReadableZone(_ lines: [String]) -> [UInt8] {
        TLV.encode(0x61, TLV.encode(0x5F1F, Array(lines.joined().utf8)))
    }

    /// EF.DG2: one face image.
    static func face(_ image: [UInt8], width: Int, height: Int, sex: Character) -> [UInt8] {
        let header = TLV.encode(
            0xA1,
            parts: [
                TLV.encode(0x80, [0x01, 0x01]), TLV.encode(0x81, [0x02]), TLV.encode(0x82, [0x00]),
                TLV.encode(0x87, [0x01, 0x01]), TLV.encode(0x88, [0x00, 0x08]),
            ])
        let record = FaceRecord(image: image, width: width, height: height, sex: sex).encoded()
        let template = TLV.encode(0x7F60, parts: [header, TLV.encode(0x5F2E, record)])
        return TLV.encode(0x75, TLV.encode(0x7F61, parts: [DER.encode(integer: 1), template]))
    }

    /// EF.DG3 or EF.DG4 without any image; `filler` makes its digest differ from document to document.
    static func noBiometrics(_ tag: Tag, filler: [UInt8]) -> [UInt8] {
        TLV.encode(tag, parts: [TLV.encode(0x7F61, DER.encode(integer: 0)), TLV.encode(0x53, filler)])
    }

    /// EF.DG11: name, date and place of birth.
    static func personalDetails(_ holder: Holder) -> [UInt8] {
        let name = holder.surname + "<<" + holder.givenNames.replacing(" ", with: "<")
        return listed(
            0x6B, [(0x5F0E, name), (0x5F2B, longDate(holder.birth)), (0x5F11, holder.placeOfBirth)])
    }

    /// EF.DG12: authority and date of issue.
    static func documentDetails(issued: Moment) -> [UInt8] {
        listed(0x6C, [(0x5F19, "PASSPORT OFFICE AMAUROT"), (0x5F26, longDate(issued))])
    }

    /// EF.DG14: everything that EF.CardAccess says, and the other protocols, under the signature.
    static func securityOptions(_ infos: [[UInt8]]) -> [UInt8] { TLV.encode(0x6E, DER.setOf(infos)) }

    /// EF.DG15: the public key of Active Authentication.
    static func activeAuthenticationKey(_ subjectPublicKeyInfo: [UInt8]) -> [UInt8] {
        TLV.encode(0x6F, subjectPublicKeyInfo)
    }

    /// A tag list, then the objects that it names.
    private static func listed(_ tag: Tag, _ objects: [(tag: Tag, text: String)]) -> [UInt8] {
        let list = TLV.encode(0x5C, objects.flatMap(\.tag.bytes))
        return TLV.encode(tag, parts: [list] + objects.map { TLV.encode($0.tag, Array($0.text.utf8)) })
    }

    /// YYYYMMDD.
    private static func longDate(_ moment: Moment) -> String { moment.isoDate.replacing("-", with: "") }
}
