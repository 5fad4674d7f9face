import FeliCa
import Frames
import Octets

/// Explains FeliCa frames: one, or several one behind the other, as a trace has them (JIS X 6319-4).
enum FeliCaDecoder {
    /// Most frames in one input.
    private static let limit = 4096

    static func explain(_ bytes: [UInt8]) throws(ParseError) -> Explanation {
        var reader = ByteReader(bytes, in: "FeliCa frame")
        var explanation = Explanation()
        var documents: [JSONValue] = []
        var lastRead: FeliCaLists?
        repeat {
            guard documents.count < limit else { throw reader.error(.tooMany(limit: limit)) }
            let start = reader.offset
            let count = Int(reader.next ?? 0)
            guard count >= 2 else {
                throw reader.error(.invalidValue("a frame begins with its length, at least 2"))
            }
            let frame = try FeliCaFrame(parsing: Array(try reader.bytes(count)))
            var told = FeliCaFrameText(frame, at: start, readBefore: lastRead)
            do {
                try told.explain()
            } catch {
                explanation.fault = explanation.fault ?? error
            }
            lastRead = frame.code == FeliCaFrame.readWithoutEncryption ? told.lists : nil
            if !documents.isEmpty { explanation.line(StyledText("")) }
            explanation.include(told.explanation, depth: 0)
            explanation.deviations += told.explanation.deviations
            documents.append(told.document)
        } while !reader.isAtEnd
        explanation.member("frames", .array(documents))
        return explanation
    }
}
