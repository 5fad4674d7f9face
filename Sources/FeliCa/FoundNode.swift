/// What Search Service Code tells about a place in a system.
public enum FoundNode: Hashable, Sendable {
    /// A service, readable or not.
    case service(ServiceCode)
    /// An area, with the last code that lies in it.
    case area(first: UInt16, last: UInt16)
}
