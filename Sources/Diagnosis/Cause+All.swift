extension Cause {
    /// Every cause, in the order of its number.
    package static let all: [Cause] =
        (service + permission + devices + readers + sharing + cards + features + surroundings + requests)
        .sorted { $0.identifier < $1.identifier }

    private static let byIdentifier = Dictionary(
        all.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })

    /// The cause of this number.
    package static func numbered(_ identifier: String) -> Cause? { byIdentifier[identifier] }
}
