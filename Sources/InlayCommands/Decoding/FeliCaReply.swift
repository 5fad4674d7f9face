import FeliCa
import Frames
import Octets
import Transit

/// Explains what a FeliCa card answered to a frame: the frame itself, and the records of transit cards in its blocks.
enum FeliCaReply {
    /// Nil when these are no frames that belong together; what was asked tells what the blocks are of.
    static func explain(_ answer: [UInt8], to command: [UInt8]) -> Explanation? {
        guard let sent = try? FeliCaFrame(parsing: command), let came = try? FeliCaFrame(parsing: answer),
            sent.code & 1 == 0, came.code == sent.code + 1
        else { return nil }
        var asked = FeliCaFrameText(sent, at: 0, readBefore: nil)
        try? asked.explain()
        var told = FeliCaFrameText(came, at: 0, readBefore: asked.lists)
        var explanation = Explanation()
        do throws(ParseError) {
            try told.explain()
        } catch {
            explanation.deviations.append(error.description)
        }
        explanation.include(told.explanation, depth: 0)
        explanation.deviations += told.explanation.deviations
        for (service, block) in told.blocks {
            guard let service, let record = SuicaDecoder.explain(block, of: service) else { continue }
            explanation.include(record, depth: 0)
        }
        explanation.member("frame", told.document)
        return explanation
    }
}
