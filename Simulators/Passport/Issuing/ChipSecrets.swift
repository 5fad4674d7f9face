import CardCrypto
import InlaySeams

/// The private keys inside a chip.
struct ChipSecrets: Sendable {
    /// Keys for Chip Authentication and Chip Authentication Mapping, one for each set of domain parameters.
    private(set) var keys: [ChipKey]

    /// The keys that are given with the settings.
    init(given settings: PassportSettings) throws(CryptoError) {
        keys = []
        for encoded in settings.chipAuthenticationKeys { keys.append(try ChipKey(pkcs8: encoded)) }
    }

    /// The keys of a document: those that are given, and from the seed what else the settings ask for.
    init(issuing settings: PassportSettings) throws(CryptoError) {
        try self.init(given: settings)
        for parameters in ChipAuthenticationPlan.parameters(settings) where key(parameters) == nil {
            keys.append(
                try ChipKey(
                    parameters,
                    random: .derived(from: settings.seed, for: "chip authentication key on \(parameters.name)")))
        }
    }

    /// The key with these domain parameters.
    func key(_ parameters: StandardizedDomainParameters) -> ChipKey? { keys.first { $0.parameters == parameters } }
}
