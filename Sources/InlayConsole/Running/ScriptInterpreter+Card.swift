import CommandPresets
public import ISO7816

/// Where on the card one is: what restarts and probes change, and a card that went away.
extension ScriptInterpreter {
    /// Makes the card ready to be asked what it is: its questions mean something else in an application than after
    /// power-up, and a chip that sleeps answers none. `comeBack` follows.
    public func prepareForQuestions() throws(CardError) {
        guard secured == nil, !place.isFresh || mayBeAsleep else { return }
        unfinishedReturn = unfinishedReturn ?? place
        mayBeAsleep = false
        _ = try link.reset(.cold)
    }

    /// Brings the card back to where the user was, after somebody asked it what it is: such questions select one
    /// application after another. It is restarted, and what was selected is selected again.
    public func comeBack() throws(CardError) {
        guard secured == nil else { return }
        let before = unfinishedReturn ?? place
        unfinishedReturn = before
        place = CardPlace()
        mayBeAsleep = false
        let answer = try link.reset(.cold)
        variables.set("atr", .bytes(answer.bytes))
        var isAsBefore = !before.holdsState
        do throws(CardError) {
            for way in before.path { try walk(way) }
        } catch {
            guard case .unexpectedStatus = error.code else { throw error }
            // Not half of the way: the card is as after power-up.
            isAsBefore = false
            if place.isFresh == false { _ = try link.reset(.cold) }
            place = CardPlace()
        }
        unfinishedReturn = nil
        observe(ScriptEvent(line: line, kind: .cameBack(to: folder, isAsBefore: isAsBefore)))
    }

    private func walk(_ way: CardPlace.Way) throws(CardError) {
        switch way {
        case .folder(let folder):
            try files.select(folder)
            place.enter(folder)
        case .application(let command), .file(let command):
            let response = try ResponseAPDU(parsing: link.exchange(command), during: "select again")
            place.note(command, response.status)
            guard response.status.isDone else {
                throw CardError(.unexpectedStatus(response.status), during: "select again")
            }
        }
    }

    /// Connects again when the card had gone: what lies there now begins a new session.
    public func meetCard() throws(CardError) {
        guard let back = try host.meetCard() else {
            // Somebody gave up in the middle of the questions, and the card is wherever they led.
            if unfinishedReturn != nil { try comeBack() }
            return
        }
        forgetCard()
        variables.set("atr", .bytes(back.answerToReset.bytes))
        observe(ScriptEvent(line: line, kind: .returned(back)))
    }

    /// Looks whether the card was exchanged since the last line, so that nothing is said of the one before.
    public func lookForCard() {
        host.lookForCard()
        noticeLoss()
    }

    /// Folder and secure messaging are gone with a card that went away; variables stay.
    public func noticeLoss() {
        if host.hasLostCard { forgetCard() }
    }

    /// Whatever was set up on the card is gone.
    func forgetCard() {
        secured = nil
        opened = nil
        fileReader = nil
        mode = .off
        mayBeAsleep = false
        unfinishedReturn = nil
        place = CardPlace()
    }

    /// First byte of HLTA (ISO 14443-3 §6.4.3).
    private static let halt: UInt8 = 0x50
    /// AUTHENTICATE of an Ultralight C, PWD_AUTH.
    private static let opening: Set<UInt8> = [0x1A, 0x1B]

    /// What a frame and its answer tell: after a NAK and after HLTA a chip of ISO 14443 A goes to sleep, and silence is all that it gives.
    func noteFrame(_ first: UInt8?, _ reply: ReplyPattern.Reply) {
        // A password or key that was taken opens pages until the chip is restarted.
        if let first, Self.opening.contains(first), case .bytes = reply { place.noteState() }
        noteSleep(after: reply, isHalt: first == Self.halt)
    }

    private func noteSleep(after reply: ReplyPattern.Reply, isHalt: Bool) {
        guard RadioTechnology(link.answerToReset) == .iso14443A else { return }
        switch reply {
        case .nibble(let value): mayBeAsleep = value & 0xF != 0xA
        case .silence: mayBeAsleep = mayBeAsleep || isHalt
        case .bytes: mayBeAsleep = false
        }
    }

    /// A preset finds the chip awake, as after power-up.
    func wake(_ statement: Statement) throws(CardError) {
        guard mayBeAsleep else { return }
        mayBeAsleep = false
        host.leaveFrames()
        variables.set("atr", .bytes(try link.reset(.cold).bytes))
        tell(
            .remark("the chip slept, since it had refused or was halted: restarted; what was unlocked is locked again"),
            statement)
    }

    /// What is for the reader cannot be protected; sent plain, it could reach the card and end the session without a word.
    static func mustBeForCard(_ command: [UInt8], _ statement: Statement) throws(ScriptError) {
        guard command.first == 0xFF else { return }
        throw statement.error(
            "a command for the reader (class FF) cannot be protected, and may end the session", hint: "secure off"
        )
    }
}

extension StatusWord {
    /// 9000, with more to fetch, or with a warning.
    var isDone: Bool { [0x90, 0x61, 0x62, 0x91, 0x9F].contains(sw1) }
}
