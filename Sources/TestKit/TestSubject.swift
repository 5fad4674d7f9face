public import EMRTD
public import Frames
public import ISO7816
import LDS
import Octets

/// The card that a plan runs on, and the key that its user gave.
public final class TestSubject {
    /// What passes over it is what the card sees.
    public let link: any CardLink
    private let key: AccessKey?
    private let reader: EPassportReader
    private let isCancelled: () -> Bool
    private var knownAccess: Access?
    private var knownFiles: Set<FileID>?
    private var knownMasterFiles: [FileID: Bool] = [:]
    var knownPACE: PACEParameters?
    var knownOptions: SecurityInfos?
    var hasAskedOptions = false
    private let opening: FrameOpening

    /// How a document can be opened.
    private struct Access {
        var pace: Bool
        var basicAccess: Bool
    }

    /// A card on `link`. `reader` opens it; its policy is replaced. Frames go through what `opening` finds.
    public init(
        _ link: any CardLink, key: AccessKey?, reader: EPassportReader = EPassportReader(),
        opening: FrameOpening = FrameOpening(reader: ""), isCancelled: @escaping () -> Bool = { false }
    ) {
        self.link = link
        self.key = key
        self.reader = reader
        self.opening = opening
        self.isCancelled = isCancelled
    }

    // MARK: - Commands

    /// Restarts the card, so that a step begins with nothing set up.
    public func restart() throws(CardError) {
        guard !isCancelled() else { throw CardError(.cancelled, during: "test plan") }
        _ = try link.reset(.warm)
    }

    /// Sends a command as it is.
    public func send(_ command: [UInt8]) throws(CardError) -> ResponseAPDU {
        try ResponseAPDU(parsing: link.exchange(command), during: "test command")
    }

    /// Runs `body` with a channel for frames, and leaves the reader as it was found.
    public func withFrames<R>(
        _ technology: RadioTechnology, _ body: (any FrameChannel) throws(CardError) -> R
    ) throws(CardError) -> R {
        try opening.withChannel(link, for: technology, body)
    }

    /// True when its user gave a key.
    var hasKey: Bool { key != nil }

    /// Restarts, and selects the passport application in plain form.
    public func selectPlain() throws(CardError) -> StatusWord {
        try restart()
        return try send(Self.selectPassport).status
    }

    /// SELECT of the LDS1 application (9303-10 §3.6.1).
    static let selectPassport: [UInt8] =
        [0x00, 0xA4, 0x04, 0x0C, 0x07] + TravelApplication.passport.identifier

    /// Opens the document with PACE or BAC after a restart, and selects the passport application.
    public func open(_ preference: AccessPolicy.Preference = .automatic) throws(CardError) -> any CardChannel {
        guard let key else { throw CardError(.unsupported, during: "open the document") }
        try restart()
        var opener = reader
        opener.policy = AccessPolicy(preference: preference)
        let channel = try opener.open(LinkChannel(link), key: key, isCancelled: isCancelled)
        let select = CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: Array(Self.selectPassport.dropFirst(5)))
        // After BAC the application is selected already, and selecting it again does no harm.
        _ = try channel.transmit(select)
        return channel
    }

    /// Opens it with PACE and stays in the master file.
    public func openPACE() throws(CardError) -> any CardChannel {
        guard let key else { throw CardError(.unsupported, during: "open the document") }
        try restart()
        var opener = reader
        opener.policy = AccessPolicy(preference: .pace)
        return try opener.open(LinkChannel(link), key: key, isCancelled: isCancelled)
    }

    // MARK: - What it offers

    func meets(_ requirement: Requirement) throws(CardError) -> Bool {
        switch requirement {
        case .key: return key != nil
        case .pace: return try access().pace
        case .basicAccess: return try access().basicAccess
        case .masterFile(let file): return try hasMasterFile(file)
        case .mappingByKey: return try paceParameters() != nil
        case .chipAuthentication: return try chipKey().map { !$0.isInOneCommand } ?? false
        case .chipAuthenticationInOneCommand: return try chipKey().map(\.isInOneCommand) ?? false
        case .terminalAuthentication: return try !(securityOptions()?.terminalAuthentication.isEmpty ?? true)
        case .file(let file): return key == nil ? false : try files().contains(file)
        }
    }

    private func access() throws(CardError) -> Access {
        if let knownAccess { return knownAccess }
        let pace = try hasMasterFile(.cardAccess)
        let isSelected = try selectPlain() == .success
        // A chip with BAC gives a challenge to whoever selected the application (9303-11 §4.3).
        let challenge = try send([0x00, 0x84, 0x00, 0x00, 0x08])
        let found = Access(pace: pace, basicAccess: isSelected && challenge.status == .success)
        knownAccess = found
        return found
    }

    private func hasMasterFile(_ file: FileID) throws(CardError) -> Bool {
        if let known = knownMasterFiles[file] { return known }
        try restart()
        let answer = try send([0x00, 0xB0, 0x80 | file.shortFileIdentifier, 0x00, 0x01])
        let isThere = answer.status == .success && !answer.data.isEmpty
        knownMasterFiles[file] = isThere
        return isThere
    }

    private func files() throws(CardError) -> Set<FileID> {
        if let knownFiles { return knownFiles }
        let channel = try open()
        var files: Set<FileID> = []
        for file in FileID.allCases where !file.isInMasterFile {
            let command = CommandAPDU(
                ins: 0xA4, p1: 0x02, p2: 0x0C,
                data: [UInt8(file.fileIdentifier >> 8), UInt8(file.fileIdentifier & 0xFF)])
            if try channel.transmit(command).status == .success { files.insert(file) }
        }
        knownFiles = files
        return files
    }
}
