import InlaySeams
import LDS
import Octets

/// Explains a machine readable zone, or the file that holds it.
enum MRZDecoder {
    static func explain(_ bytes: [UInt8], asOf moment: Moment) throws(ParseError) -> Explanation {
        if bytes.first == 0x61 {
            let file = try EFDG1(parsing: bytes)
            var explanation = MRZReport(file.mrz, asOf: moment).explanation
            explanation.deviations = file.warnings.map(\.description)
            return explanation
        }
        let text = TerminalText.decoded(bytes)
        do throws(MRZError) {
            let input = try MRZInput(text)
            return MRZReport(input.mrz, notes: input.notes, asOf: moment).explanation
        } catch {
            let other = BarcodeContents(text).map { ": it is a \($0.name)" } ?? ""
            throw ParseError(.invalidValue(error.description + other), in: "machine readable zone")
        }
    }
}
