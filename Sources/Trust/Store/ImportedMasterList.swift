public import CardCrypto
public import InlaySeams

/// A master list in a file that was imported, and whether it was believed.
public struct ImportedMasterList: Hashable, Sendable {
    /// How it was taken; nil when it was not.
    public let takenAs: TrustOrigin.Kind?
    /// Why no trusted CSCA stands behind it; nil when one does.
    public let problem: Reason?
    /// The signer's certificate; nil when it was not found.
    public let signer: Certificate?
    /// The CSCA that issued it; nil when none was found.
    public let issuer: Certificate?
    /// When it says that it was signed.
    public let signed: Moment?
    /// How many certificates it holds.
    public let certificateCount: Int

    init(_ judged: JudgedMasterList, takenAs: TrustOrigin.Kind?) {
        self.takenAs = takenAs
        problem = judged.problem
        signer = judged.signer
        issuer = judged.issuer
        signed = judged.signed
        certificateCount = judged.certificates.count
    }
}

/// A master list, and what its signature is worth (9303-12 §9).
struct JudgedMasterList {
    let certificates: [ArraySlice<UInt8>]
    let signer: Certificate?
    let issuer: Certificate?
    let signed: Moment?
    let problem: Reason?
    /// The list is as its signer signed it, whoever that is.
    let isIntact: Bool

    init(_ list: SignedData, _ store: TrustStore, _ moment: Moment) {
        let object = SignedObject(list, role: .masterListSigner, store, at: moment)
        let content = list.content.flatMap { try? MasterList(parsing: $0) }
        certificates = content?.certificates ?? []
        signed = object.signer?.signedAt
        signer = object.signer?.certificate
        issuer = object.signer?.issued?.anchor
        let structure = SignedObject.versionProblem(list) ?? (content == nil ? .noContent : nil)
        isIntact = structure == nil && object.isAuthenticated
        problem = structure ?? object.problem
    }
}
