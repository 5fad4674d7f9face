import CardCrypto

/// What a certificate must be good for.
enum SignerRole: Hashable, Sendable {
    /// EF.SOD and EF.CardSecurity.
    case documentSigner
    /// Master lists.
    case masterListSigner

    /// The certificate's name in reports.
    var name: String {
        switch self {
        case .documentSigner: "document signer"
        case .masterListSigner: "master list signer"
        }
    }
}
