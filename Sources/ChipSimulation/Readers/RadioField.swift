import ISO7816

/// The field of a simulated reader with a chip in it: what every firmware stands on.
final class RadioField {
    let chip: any FrameChipSimulator
    /// Longest frame in either direction that the hardware holds.
    let bufferSize: Int
    /// IDm and PMm of what the reader found by itself, or UID.
    private(set) var found: (identifier: [UInt8], parameters: [UInt8])?
    /// Frames that went out, those of the reader's own included.
    private(set) var frames: [[UInt8]] = []

    init(_ chip: any FrameChipSimulator, bufferSize: Int) {
        self.chip = chip
        self.bufferSize = bufferSize
    }

    /// Switches the field on and looks for the chip as readers do: FeliCa cards by a polling of any system.
    func activate() {
        restart()
        guard chip.technology == .feliCa else {
            found = select() ? (chip.identifier, []) : nil
            return
        }
        found = nil
        guard case .bytes(let answer) = send([0x06, 0x00, 0xFF, 0xFF, 0x00, 0x00], within: .milliseconds(100)),
            answer.count >= 18, answer[1] == 0x01
        else { return }
        found = (Array(answer[2..<10]), Array(answer[10..<18]))
    }

    /// Field off and on.
    func restart() { chip.fieldOn() }

    /// Wakes and selects a type A chip; false when there is none to be found.
    @discardableResult func select() -> Bool { chip.select(wakingHalted: true) }

    /// One frame. What does not fit the hardware, or takes longer than `limit`, is lost.
    func send(_ frame: [UInt8], within limit: Duration) -> FrameAnswer {
        guard frame.count <= bufferSize else { return .silence }
        frames.append(frame)
        let answer = chip.handle(frame: frame)
        guard chip.answerTime <= limit else { return .silence }
        if case .bytes(let bytes) = answer, bytes.count > bufferSize { return .silence }
        return answer
    }
}
