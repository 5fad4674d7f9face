import EMRTD
import ISO7816
import LDS
import Octets

/// `ls`, `cd`, `cat`.
extension ScriptInterpreter {
    var files: CardFileReader {
        CardFileReader(channel: secured ?? LinkChannel(link)) { [host] in host.isCancelled }
    }

    private func mustHaveFiles(_ statement: Statement) throws(ScriptError) {
        guard folders.isEmpty else { return }
        throw statement.error(
            "this card has no files: it is a memory card, which takes frames",
            hint: "presets shows what fits it; frame sends to it")
    }

    func list(_ statement: Statement) {
        guard !folders.isEmpty else {
            return tell(
                .remark("this card has no files: it is a memory card; presets shows what fits it, frame sends to it"),
                statement)
        }
        guard let folder else {
            return tell(
                .remark(
                    "no files are known where the card is now; cat with four hexadecimal digits reads one, cd goes to "
                        + folders.map(\.name).joined(separator: ", ")), statement)
        }
        // The same folder as this card has it.
        let shown = folders.first { $0.name == folder.name } ?? folder
        tell(
            .folder(shown, others: folder.application == nil ? folders.filter { $0.application != nil } : []), statement
        )
    }

    func changeFolder(_ name: String, _ statement: Statement) throws {
        guard let wanted = CardFolder.named(name) else {
            let names = folders.map(\.name).joined(separator: ", ")
            throw statement.error(
                "no folder has this name", hint: names.isEmpty ? "this card has none" : "there are \(names)")
        }
        try mustHaveFiles(statement)
        try heard(statement) { () throws(CardError) in try files.select(wanted) }
        place.enter(wanted)
        tell(.entered(wanted), statement)
    }

    func showFile(_ name: String, _ statement: Statement) throws {
        try mustHaveFiles(statement)
        guard let file = folder?.file(name) ?? Self.byIdentifier(name, in: folder) else {
            let names = folder?.files.map(\.name).joined(separator: ", ")
            let other = folders.first { $0.file(name) != nil }
            throw statement.error(
                folder.map { "the folder \($0.name) has no file of this name" }
                    ?? "no files are known by name where the card is now",
                hint: other.map { "it is in another folder: cd \($0.name)" }
                    ?? (names.map { "there are \($0); " } ?? "") + "four hexadecimal digits name any other")
        }
        let bytes = try heard(statement) { () throws(CardError) in try read(file, statement) }
        last = .apdu(ResponseAPDU(data: bytes, status: .success))
        variables.set("data", .bytes(bytes))
        variables.set("sw", .bytes(StatusWord.success.bytes))
        tell(.file(file, bytes), statement)
    }

    /// The file of the folder with this identifier, or one that is not known.
    private static func byIdentifier(_ name: String, in folder: CardFolder?) -> CardFile? {
        guard name.count == 4, let bytes = try? Hex.bytes(name), bytes.count == 2 else { return nil }
        if let known = folder?.files.first(where: { $0.isAt(bytes) }) { return known }
        let identifier = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        return CardFile(
            name: name.uppercased(), title: "file with this identifier", place: .transparent(identifier),
            contents: .objects)
    }

    // MARK: - Files of documents

    private func read(_ file: CardFile, _ statement: Statement) throws(CardError) -> [UInt8] {
        guard case .passport(let id) = file.contents else { return try files.read(file) }
        let bytes = try readAsPassport(id, file, statement)
        guard !bytes.isEmpty else {
            throw CardError(
                .malformedResponse, during: Step("read \(file.name)"),
                detail: "the file is there, and the chip answers 9000 without a byte of it")
        }
        return bytes
    }

    /// As `passport read` does it: whatever chips do against the standard is met there (Docs/rules.md 1 to 3).
    private func readAsPassport(_ id: FileID, _ file: CardFile, _ statement: Statement) throws(CardError) -> [UInt8] {
        let reader = fileReader ?? makeFileReader()
        fileReader = reader
        progress = (0, nil)
        let outcome: FileReader.Outcome
        do throws(CardError) {
            outcome = try reader.read(id)
        } catch {
            follow(reader, statement)
            throw progress.read == 0 ? error : Self.saying(error, Step("read \(file.name), \(far)"))
        }
        follow(reader, statement)
        switch outcome {
        case .read(let bytes): return bytes
        case .skipped(let reason):
            if secured == nil, let bytes = try readOtherwise(id, file) { return bytes }
            let step = Step("read \(file.name)" + (progress.read == 0 ? "" : ", \(far)"))
            throw switch reason {
            case .absent(let status), .notPermitted(let status), .failed(let status):
                CardError(.unexpectedStatus(status), during: step)
            default: CardError(.malformedResponse, during: step, detail: reason.description)
            }
        }
    }

    /// `1234 of 60084 bytes were read`.
    private var far: String {
        (progress.total.map { "\(progress.read) of \($0)" } ?? "\(progress.read)") + " bytes were read"
    }

    private static func saying(_ error: CardError, _ step: Step) -> CardError {
        var error = error
        error.step = step
        return error
    }

    private func makeFileReader() -> FileReader {
        toldDeviations = 0
        let reader = FileReader(
            // Without a session nobody knows that it is a passport, and short identifiers mean what they mean there.
            secured ?? LinkChannel(link), selectsFiles: secured == nil,
            checkCancelled: { [host] () throws(CardError) in
                if host.isCancelled { throw CardError(.cancelled, during: "read") }
            },
            renew: { [weak self] () throws(CardError) in
                guard let self else { throw CardError(.cancelled, during: "read") }
                return try openAgain()
            })
        reader.onProgress = { [weak self] in self?.progress = ($1, $2) }
        return reader
    }

    /// A lost session is set up again, in the folder where the user was.
    private func openAgain() throws(CardError) -> any CardChannel {
        guard let opened else {
            throw CardError(.secureMessagingBroken, during: "set up access again", detail: "there is no session")
        }
        let channel = try opening { () throws(CardError) in try opened.renew() }
        guard channel.isProtected else {
            throw CardError(.secureMessagingBroken, during: "set up access again", detail: "nothing would be protected")
        }
        secured = channel
        // After BAC the passport application is current already, after PACE the master file.
        if let folder, folder.application != nil, mode == .pace { try files.select(folder) }
        return channel
    }

    /// Takes over the channel that the reader ended with, and tells what the chip did that it should not.
    private func follow(_ reader: FileReader, _ statement: Statement) {
        for deviation in reader.deviations.dropFirst(toldDeviations) { tell(.remark(deviation.description), statement) }
        toldDeviations = reader.deviations.count
    }

    /// Cards that are no passports want files of the master file selected in another way; nil when there is no other.
    private func readOtherwise(_ id: FileID, _ file: CardFile) throws(CardError) -> [UInt8]? {
        guard id.isInMasterFile else { return nil }
        if id == .cardAccess {
            let reader = CardAccessReader(channel: LinkChannel(link)) { [host] () throws(CardError) in
                if host.isCancelled { throw CardError(.cancelled, during: "read") }
            }
            guard case .read(let bytes, _) = try reader.read() else { return nil }
            return bytes
        }
        do throws(CardError) {
            return try files.read(file)
        } catch {
            guard case .unexpectedStatus = error.code else { throw error }
            return nil
        }
    }
}
