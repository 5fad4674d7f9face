/// What is looked at in which order, the cheapest first, and which causes are decided there.
package enum DecisionTree {
    /// A step of the examination.
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        case request
        case surroundings
        case service
        case devices
        case permission
        /// From here on the service is spoken to, which may start it.
        case socket
        case readers
        /// Powers the card: on request only.
        case connection

        /// Causes in the order in which they are decided.
        var causes: [String] {
            switch self {
            case .request: ["C64", "C66"]
            case .surroundings: ["C11", "C60"]
            case .service:
                ["C58", "C59", "C07", "C19", "C03", "C20", "C04", "C02", "C01", "C06", "C05", "C61", "C08"]
            case .devices: ["C23", "C30", "C29", "C25", "C28", "C24", "C31", "C32", "C27", "C34", "C35", "C55"]
            case .permission: ["C16", "C13", "C12", "C14"]
            case .socket: ["C58", "C59", "C07", "C02", "C05", "C06"]
            case .readers: Self.answers + Self.lists + Self.symptoms + Self.states
            case .connection: ["C21", "C43", "C42", "C45", "C48", "C47"]
            }
        }

        // The service's own answer, the list of readers, what the user came with, and what lies on the readers.
        private static let answers = [
            "C60", "C09", "C58", "C59", "C07", "C15", "C18", "C17", "C16", "C13", "C12", "C14", "C20", "C04", "C10",
            "C63",
            "C70",
        ]
        private static let lists = [
            "C26", "C35", "C34", "C08", "C20", "C40", "C41", "C33", "C38", "C36", "C39", "C57", "C56", "C22", "C71",
        ]
        private static let symptoms = ["C67", "C21", "C44", "C43", "C45", "C48", "C53", "C54", "C62"]
        private static let states = [
            "C37", "C65", "C42", "C51", "C52", "C49", "C50", "C47", "C68", "C46", "C69",
        ]

        /// For people: what is looked at.
        package var words: String {
            switch self {
            case .request: "what was asked for by name"
            case .surroundings: "variables, box and session of this process"
            case .service: "the socket and the units of pcscd"
            case .devices: "USB devices, kernel drivers and PC/SC drivers"
            case .permission: "polkit"
            case .socket: "the first words with pcscd"
            case .readers: "the readers and cards that PC/SC lists"
            case .connection: "connecting to the card"
            }
        }

        /// It speaks to the service, which may start it.
        package var isActive: Bool { self == .socket || self == .readers || self == .connection }
    }
}
