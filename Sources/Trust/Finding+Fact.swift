import CardCrypto
import InlaySeams
import Octets

extension Finding {
    /// A fact that a person can compare: a name and a value, both short. Holds nothing about the holder.
    public struct Fact: Sendable {
        /// What it is made of. A batch judges thousands of documents whose facts nobody reads, so the text is made when it
        /// is asked for.
        enum Content: Sendable {
            case text(String)
            case number(Int)
            case dataGroups([Int])
            case texts([String])
            case time(Moment)
            case day(Moment)
            case period(Moment?, Moment?)
            case digest(ObjectIdentifier)
            case signature(AlgorithmIdentifier, digest: DigestAlgorithm?)
        }

        /// "signer", "digest algorithm", …
        public let name: String
        private let content: Content

        init(_ name: String, _ content: Content) {
            self.name = name
            self.content = content
        }

        /// A fact.
        public init(_ name: String, _ value: String) { self.init(name, .text(value)) }

        /// Text, not escaped: some of it comes from the document.
        public var value: String {
            switch content {
            case .text(let text): text
            case .number(let number): "\(number)"
            case .dataGroups(let numbers): numbers.map { "DG\($0)" }.joined(separator: ", ")
            case .texts(let texts): texts.joined(separator: ", ")
            case .time(let moment): moment.iso8601
            case .day(let moment): moment.isoDate
            case .period(let from, let to): "\(from?.isoDate ?? "…") to \(to?.isoDate ?? "…")"
            case .digest(let identifier): DigestAlgorithm(identifier)?.name ?? identifier.dotted
            case .signature(let identifier, let digest):
                (try? SignatureAlgorithm(identifier, digest: digest))?.description ?? identifier.algorithm.dotted
            }
        }
    }
}

extension Finding.Fact: Hashable {
    /// Whether both say the same.
    public static func == (left: Finding.Fact, right: Finding.Fact) -> Bool {
        left.name == right.name && left.value == right.value
    }

    /// Hashes what is said.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(value)
    }
}
