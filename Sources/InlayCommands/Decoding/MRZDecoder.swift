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
        do throws(MRZError) {
            return MRZReport(try MRZ(parsing: TerminalText.decoded(bytes)), asOf: moment).explanation
        } catch {
            throw ParseError(.invalidValue(error.description), in: "machine readable zone")
        }
    }
}
