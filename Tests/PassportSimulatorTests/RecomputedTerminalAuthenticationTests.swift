import CardCrypto
import ISO7816
import InlaySeams
import Octets
import SecureMessaging
import TestSupport
import Testing

@testable import PassportSimulator

/// The chip's side of Terminal Authentication as it was recomputed in Python from Doc 9303-11 and 9303-12.
struct RecomputedTerminalAuthenticationTests {
    private static let lines = vectorFile("terminal-authentication.txt")
    private static let byName = Dictionary(lines.map { ($0.text("name"), $0) }) { first, _ in first }

    private static func named(_ name: String) throws -> VectorLine { try #require(byName[name], "\(name)") }

    /// A chip that trusts `trust` and thinks that it is `today`, YYMMDD, in a session.
    private static func chip(
        _ chain: VectorLine, random: [[UInt8]] = []
    ) throws -> (chip: PassportChip, terminal: Terminal) {
        let points = try chain.text("trust").split(separator: ",").map {
            try TrustPoint(certificate: named(String($0)).bytes("certificate"))
        }
        let today = try #require(CVDate(chain.text("today").compactMap(\.wholeNumberValue).map(UInt8.init)))
        var contents = ChipContents(files: CardFiles(), basicAccess: nil, pace: [], passwords: [:])
        contents.terminalAuthority = TerminalAuthority(points, today: today)
        let chip = PassportChip(contents: contents, settings: PassportSettings(), random: .scripted(random))
        let terminal = Terminal(chip)
        let keys = SessionKeys(
            cipher: .aes128, encryption: SecretBytes([UInt8](repeating: 1, count: 16)),
            authentication: SecretBytes([UInt8](repeating: 2, count: 16)))
        chip.session.directory = .lds1Application
        chip.session.begin(keys, with: .basicAccess)
        chip.session.proceed()
        terminal.codec = SecureMessagingCodec(keys: keys)
        return (chip, terminal)
    }

    /// Sends the certificates of `chain`; the statuses of the last one.
    private static func send(_ chain: VectorLine, to terminal: Terminal) throws -> [StatusWord] {
        var statuses: [StatusWord] = []
        for name in chain.text("sent").split(separator: ",") {
            #expect(statuses.allSatisfy { $0 == .success }, "\(chain) before \(name)")
            let certificate = try named(String(name))
            statuses = [try terminal.protected(CommandAPDU(parsing: certificate.bytes("setdst"))).status]
            if certificate.text("pso") != "-" {
                statuses.append(try terminal.protected(CommandAPDU(parsing: certificate.bytes("pso"))).status)
            } else {
                var reader = TLVReader(certificate.bytes("certificate"), in: "certificate")
                let contents = Array(try reader.next(0x7F21).value)
                statuses.append(
                    try terminal.protected(CommandAPDU(ins: 0x2A, p2: 0xBE, data: contents)).status)
            }
        }
        return statuses
    }

    @Test func `chains of certificates are taken and refused as the standard says`() throws {
        let chains = Self.lines.filter { $0.text("kind") == "chain" }
        #expect(chains.count > 150)
        for chain in chains {
            let (chip, terminal) = try Self.chip(chain)
            let statuses = try Self.send(chain, to: terminal)
            let isAccepted = statuses.allSatisfy { $0 == .success }
            #expect(isAccepted == (chain.text("expected") == "accepted"), "\(chain): \(statuses)")
            let authority = try #require(chip.terminalAuthority)
            #expect(
                authority.today.digits == chain.text("todayafter").compactMap(\.wholeNumberValue).map(UInt8.init),
                "\(chain)")
            #expect(
                authority.trustPoints.map { String(decoding: $0.reference, as: UTF8.self) }
                    == chain.text("trustafter").split(separator: ",").map(String.init), "\(chain)")
            let holder = isAccepted ? chip.session.terminal.holder : nil
            let rights = holder?.role == .inspectionSystem ? holder.map { [$0.rights] } : nil
            #expect(rights ?? [] == chain.bytes("rights"), "\(chain)")
        }
    }

    @Test func `terminals are taken and refused as the standard says`() throws {
        let lines = Self.lines.filter { $0.text("kind") == "ta" }
        #expect(lines.count > 60)
        for line in lines {
            let challenge = line.bytes("challenge")
            let chain = try Self.named(line.text("chain"))
            let (chip, terminal) = try Self.chip(chain, random: [challenge])
            _ = try Self.send(chain, to: terminal)
            // What access control and Chip Authentication leave behind.
            if line.text("access") == "bac" {
                chip.setDocumentNumber(Array(line.text("number").utf8))
            } else {
                chip.session.begin(
                    try Self.session(chipKey: line.bytes("pacepk"), keys: Self.keys), password: 1,
                    keeping: chip.session.terminal)
                chip.session.proceed()
                terminal.codec = SecureMessagingCodec(keys: Self.keys)
            }
            chip.session.restart(Self.keys, terminalKey: try Self.compressed(line.bytes("capk")))
            chip.session.proceed()
            terminal.codec = SecureMessagingCodec(keys: Self.keys)

            let first = try terminal.protected(CommandAPDU(parsing: line.bytes("setat"))).status
            #expect(
                try terminal.protected(CommandAPDU(parsing: line.bytes("getchallenge")))
                    == ResponseAPDU(data: challenge, status: .success))
            let last = try terminal.protected(CommandAPDU(parsing: line.bytes("external"))).status
            if line.text("expected") == "accepted" {
                #expect(first == .success && last == .success, "\(line): \(first), \(last)")
                #expect(chip.session.terminal.rights == chip.session.terminal.holder?.rights)
            } else {
                #expect(first != .success || last != .success, "\(line)")
                #expect(chip.session.terminal.rights == nil)
            }
        }
    }

    @Test func `EF_CVCA holds the references`() throws {
        let lines = Self.lines.filter { $0.text("kind") == "efcvca" }
        #expect(lines.count == 3)
        for line in lines {
            let certificate = try TrustPoint(
                certificate: Self.named("ecdsa-sha256-cvca1").bytes("certificate"))
            let today = try #require(CVDate([2, 5, 0, 1, 0, 1]))
            let points = line.text("references").split(separator: ",").map {
                TrustPoint(Array($0.utf8), like: certificate)
            }
            #expect(TerminalAuthority(points, today: today).file == line.bytes("content"))
        }
    }

    // MARK: - What sessions leave behind

    private static let keys = SessionKeys(
        cipher: .aes256, encryption: SecretBytes([UInt8](repeating: 3, count: 32)),
        authentication: SecretBytes([UInt8](repeating: 4, count: 32)))

    private static func session(chipKey: [UInt8], keys: SessionKeys) throws -> PACERun.Session {
        PACERun.Session(
            keys: keys, chipIdentifier: try compressed(chipKey), terminalKey: [], isChipAuthenticated: false)
    }

    /// Comp of a key of any group.
    private static func compressed(_ key: [UInt8]) throws -> [UInt8] {
        for parameters in StandardizedDomainParameters.allCases {
            let group = try AgreementGroup(parameters)
            if let element = try? group.element(decoding: key) { return try group.compressed(element) }
        }
        throw Terminal.Unexpected(command: "Comp", answer: "a key of no group")
    }
}

extension TrustPoint {
    /// Another name for a key.
    init(_ reference: [UInt8], like other: TrustPoint) {
        self.init(reference: reference, publicKey: other.publicKey, rights: other.rights, expiry: other.expiry)
    }
}

extension ChipSession {
    /// A session of PACE that keeps what was learnt about the terminal before.
    mutating func begin(_ pace: PACERun.Session, password: UInt8, keeping terminal: TerminalState) {
        begin(pace, password: password)
        self.terminal = terminal
    }
}

extension PassportChip {
    func setDocumentNumber(_ number: [UInt8]) { contents.documentNumber = number }
}
