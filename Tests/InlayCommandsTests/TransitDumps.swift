import FeliCa

/// Dumps of one card in every format that is taken, made of public blocks (FareBot's PASMO of 2011).
enum TransitDumps {
    static let history = [
        "C746000016CE7F60489F000000001100", "C746000016CE7CE0489FA40100001000", "1601000216CD8205030DCA0300000F00",
        "0302000016CD030D0000AA0500000E00", "1601000216CD8241824CC20100000C00", "1601000216CDEF03EF0B340300000A00",
        "1601000216CDF20EF307060400000800", "1F02000016CDF20E0000D80400000600", "1601000516CDF21AF20EF00000000500",
        "1601000216CDE33EE33B540100000300", "0807000016CD00000000F40100000100",
    ]
    static let attributes = "00000000000000002000000000000011"
    static let idm = "0102030405060708"

    private static func spaced(_ hex: String) -> String {
        var text = ""
        for (index, digit) in hex.enumerated() {
            if index > 0, index % 2 == 0 { text += " " }
            text.append(digit)
        }
        return text
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// A file of the Flipper Zero; `others` are further systems with services that can be read and a block of each.
    static func flipper(
        _ blocks: [String] = history, services: [String] = ["1CC8", "1CCA", "1D08", "1D0A"],
        others: [(system: String, services: [String], blocks: [String])] = []
    ) -> String {
        var lines = [
            "Filetype: Flipper NFC device", "Version: 4", "# FeliCa", "Device type: FeliCa", "UID: \(spaced(idm))",
            "Data format version: 2", "Manufacture id: \(spaced(idm))", "System found: \(others.count + 1)", "", "",
            "System 00: 0003", "", "Service found: \(services.count)",
        ]
        for (index, service) in services.enumerated() {
            lines.append(
                "Service \(padded(index, 3)): | Code \(service) | Attrib. 08 | Private | Random | Read/Write |")
        }
        lines += ["", "Public blocks read: \(blocks.count + 1)"]
        lines.append("Block 0000: | Service code 008B | Block index 00 | Data: \(spaced(attributes)) |")
        for (index, block) in blocks.enumerated() {
            lines.append(
                "Block \(padded(index + 1, 4)): | Service code 090F | Block index \(padded(index, 2)) | Data: \(spaced(block)) |"
            )
        }
        for (index, other) in others.enumerated() {
            lines += ["", "", "System \(padded(index + 1, 2)): \(other.system)", "", "Area found: 1"]
            lines += ["Area 000: | Code 0000 | Services #000-#000 |", "", "Directory Tree: ", "- AREA_0000/", ""]
            lines.append("Public blocks read: \(other.blocks.count)")
            for (number, block) in other.blocks.enumerated() {
                let service = other.services.dropFirst(number).first ?? "394B"
                lines.append(
                    "Block \(padded(number, 4)): | Service code \(service) | Block index 00 | Data: \(spaced(block)) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// FareBot's JSON.
    static func fareBot(_ blocks: [String] = history) -> String {
        let entries = blocks.enumerated().map { #"{"address":\#($0.offset),"data":"\#($0.element.lowercased())"}"# }
        return #"{"cardType":"FeliCa","tagId":"\#(idm)","scannedAt":"2011-06-14T10:00:00Z","idm":"\#(idm)","pmm":"00","#
            + #""systems":[{"code":3,"services":[{"serviceCode":2319,"blocks":[\#(entries.joined(separator: ","))]}]}]}"#
    }

    /// Metrodroid's JSON.
    static func metrodroid(_ blocks: [String] = history) -> String {
        let entries = blocks.map { #"{"data":"\#($0)"}"# }
        return
            #"{"tagId":"\#(idm)","scannedAt":{"timeInMillis":1,"tz":"Asia/Tokyo"},"felica":{"pMm":"00","systems":{"3":"#
            + #"{"services":{"2319":{"blocks":[\#(entries.joined(separator: ","))]},"6344":{"skipped":true}}}}}}"#
    }

    /// FareBot's XML with data in Base64 (three blocks of the card).
    static let xml =
        #"<?xml version="1.0" encoding="UTF-8"?><cards><card type="4" id="\#(idm)" scanned_at="1308045540000">"#
        + "<idm>AQIDBAUGBwg=</idm><systems><system code=\"3\"><services><service code=\"2319\"><blocks>"
        + "<block address=\"0\">x0YAABbOf2BInwAAAAARAA==</block><block address=\"1\">x0YAABbOfOBIn6QBAAAQAA==</block>"
        + "<block address=\"2\">1601000216CD8205030DCA0300000F00</block>"
        + "</blocks></service></services></system></systems></card></cards>"
}
