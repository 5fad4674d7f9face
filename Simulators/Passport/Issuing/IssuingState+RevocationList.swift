package import CardCrypto
package import InlaySeams
import Octets

extension IssuingState {
    /// A revocation list of the state (RFC 5280 §5, 9303-12 tables 9 and 10).
    package func revocationList(
        revoking serialNumbers: [[UInt8]], since date: Moment, issued: Moment, next: Moment?, number: Int = 1
    ) throws(CryptoError) -> [UInt8] {
        let identifier = countryKey.algorithm.identifier.encoded()
        let entries = serialNumbers.map { DER.sequence([DER.encode(unsigned: $0), Time.encode(date)]) }
        let extensions = [
            CertificateExtensions.authorityKeyIdentifier(countryKey.identifier),
            CertificateExtensions.revocationListNumber(number),
        ]
        let times = [Time.encode(issued)] + (next.map { [Time.encode($0)] } ?? [])
        // An empty list is left out (9303-12 table 9).
        let content = DER.sequence(
            [DER.encode(integer: 1), identifier, Self.countryName] + times
                + (entries.isEmpty ? [] : [DER.sequence(entries)]) + [TLV.encode(0xA0, DER.sequence(extensions))])
        return DER.sequence([content, identifier, DER.bitString(try countryKey.sign(content))])
    }
}
