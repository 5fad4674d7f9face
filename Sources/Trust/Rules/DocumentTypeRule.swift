import CardCrypto
import LDS

/// A document signer signs only documents of the types that its certificate lists (9303-12 §7.1.1.6). One letter stands
/// for all document codes that begin with it.
enum DocumentTypeRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let signer = examination.signer, signer.issued != nil else {
            examination.add(.documentType, .notDone(.dependsOn(Check.chain.title)))
            return
        }
        guard let types = signer.certificate.extensions.documentTypes else {
            examination.add(.documentType, .notOffered)
            return
        }
        guard let zone = examination.zone(for: .documentType) else { return }
        let code = zone.documentCode
        let facts: [Finding.Fact] = [
            .init("document code", code), .init("signer's document types", .texts(types)),
        ]
        let isListed = types.contains { type in
            let type = type.filter { $0 != "<" }
            return type == code || type.count == 1 && code.hasPrefix(type)
        }
        examination.add(
            .documentType, isListed ? .passed : .failed(.documentTypeDiffers(document: code, listed: types)), facts)
    }
}
