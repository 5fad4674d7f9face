package import CardCrypto
package import InlaySeams
import Octets

extension DocumentSigner {
    /// A master list of `certificates`, signed at `moment` (9303-12 §9).
    package func masterList(of certificates: [[UInt8]], at moment: Moment) throws(CryptoError) -> [UInt8] {
        try signedData(
            DER.sequence([DER.encode(integer: 0), DER.setOf(certificates)]), type: .masterList, at: moment)
    }
}
