import LDS
import Octets

/// Which data groups an EF.SOD lists, found without judging anything: only to know what to read.
enum DataGroupList {
    static func inSecurityObject(_ bytes: [UInt8]) -> [FileID] {
        var r = TLVReader(bytes, in: "EF.SOD", rules: .ber)
        guard let t = try? r.next(0x77), let content = try? content(of: Array(t.value)) else { return [] }
        return (try? numbers(content)) ?? []
    }
    private static func numbers(_ content: [UInt8]) throws(ParseError) -> [FileID] {
        var o = TLVReader(content, in: "LDSSecurityObject")
        var s = try o.next(.sequence).contents("x")
        _ = try s.next(); _ = try s.next()
        var l = try s.next(.sequence).contents("x")
        var out: [FileID] = []
        while !l.isAtEnd {
            var e = try l.next().contents("x");
            if let f = FileID(dataGroupNumber: try e.next().integer("x")) { out.append(f) }
        }
        return out
    }

    /// ContentInfo → SignedData → encapContentInfo → eContent (RFC 5652 §3, §5.1, §5.2).
    private static func content(of contentInfo: [UInt8]) throws(ParseError) -> [UInt8] {
        let name = "ContentInfo"
        var outer = TLVReader(contentInfo, in: name, rules: .ber)
        var info = try outer.next(.sequence).contents(name)
        _ = try info.next(.objectIdentifier)
        var wrapped = try info.next(0xA0).contents(name)
        var signedData = try wrapped.next(.sequence).contents("SignedData")
        _ = try signedData.next(.integer)
        _ = try signedData.next(.set)
        var encapsulated = try signedData.next(.sequence).contents("encapContentInfo")
        _ = try encapsulated.next(.objectIdentifier)
        var content = try encapsulated.next(0xA0).contents("eContent")
        return try content.next().octetString("eContent")
    }
}
