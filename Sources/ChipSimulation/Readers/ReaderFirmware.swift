/// Commands that a reader understands. A reader has several sets of them.
protocol ReaderFirmware: AnyObject {
    /// Power comes.
    func powerUp()
    /// The answer with its status word; nil when the command is none of this set.
    func handle(_ command: [UInt8], _ field: RadioField) -> [UInt8]?
    /// False while something that a program opened or changed is still so.
    var isAsFound: Bool { get }
}

extension ReaderFirmware {
    /// Nothing to forget.
    func powerUp() {}
    /// Nothing can be left open.
    var isAsFound: Bool { true }
}
