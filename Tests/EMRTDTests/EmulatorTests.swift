import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import LDS
import Octets
import PassportSimulator
import SecureMessaging
import TestSupport
import Testing

/// A file-system card without access control, as public emulators of passports are.
private final class OpenCard {
    var files: [UInt16: [UInt8]]
    var applications: [[UInt8]] = [[0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]]
    private var current: [UInt8] = []

    init(_ files: [UInt16: [UInt8]]) { self.files = files }

    func answer(_ command: [UInt8]) -> [UInt8] {
        guard let apdu = try? CommandAPDU(parsing: command) else { return [0x67, 0x00] }
        switch (apdu.ins, apdu.p1) {
        case (0xA4, 0x04): return applications.contains(apdu.data) ? [0x90, 0x00] : [0x6A, 0x82]
        case (0xA4, _):
            let identifier = apdu.data.reduce(0) { $0 << 8 | UInt16($1) }
            guard let file = files[identifier] else { return [0x6A, 0x82] }
            current = file
            return [0x90, 0x00]
        case (0xB0, 0x80...): return [0x6A, 0x82]
        case (0xB0, _):
            let offset = Int(apdu.p1) << 8 | Int(apdu.p2)
            guard offset <= current.count else { return [0x6B, 0x00] }
            let rest = current.dropFirst(offset)
            switch apdu.expected {
            case .asMuchAsPossible where rest.count < 256: return rest + [0x62, 0x82]
            case .asMuchAsPossible: return rest.prefix(256) + [0x90, 0x00]
            case .upTo(let count): return rest.prefix(count) + (rest.count < count ? [0x62, 0x82] : [0x90, 0x00])
            case .nothing: return [0x90, 0x00]
            }
        case (0x84, _): return [1, 2, 3, 4, 5, 6, 7, 8, 0x90, 0x00]
        default: return [0x6D, 0x00]
        }
    }
}

struct EmulatorTests {
    private let key = AccessKey(mrzInformation: SecretBytes("L898902C<369080619406236".utf8))

    private func read(_ card: OpenCard) -> EPassportReading {
        EPassportReader().read(from: LinkChannel(AnsweringLink { card.answer($0) }), key: key)
    }

    private func documentFiles() throws -> [UInt16: [UInt8]] {
        let (_, document) = try PassportSimulator.make(name: "passport")
        var files: [UInt16: [UInt8]] = [:]
        for file in document.files.ids where !file.isInMasterFile { files[file.fileIdentifier] = document.files[file] }
        return files
    }

    @Test func `a document without access control and short identifiers is read in clear, and that is told`() throws {
        let files = try documentFiles()
        let reading = read(OpenCard(files))
        #expect(reading.interruption == nil)
        #expect(reading.access.established == .unprotected)
        #expect(reading.deviations.contains(.noAccessControl))
        for (identifier, bytes) in files {
            #expect(reading.files.ids.contains { $0.fileIdentifier == identifier && reading.files[$0] == bytes })
        }
    }

    @Test func `an empty security object and an unreadable EF_COM do not stop the read`() throws {
        var files = try documentFiles()
        files[FileID.sod.fileIdentifier] = []
        files[FileID.com.fileIdentifier] = Array("0107 61 75 0000".utf8)
        let reading = read(OpenCard(files))
        #expect(reading.interruption == nil)
        #expect(reading.files[.sod] == [])
        #expect(reading.files[.dg1] == files[FileID.dg1.fileIdentifier])
        #expect(reading.files[.dg2] == files[FileID.dg2.fileIdentifier])
        #expect(reading.deviations.contains(.dataGroupListUnreadable))
        #expect(reading.skipped[.dg5] == .absent(0x6A82))
    }

    @Test func `a card with only an eID application is no passport, whatever it offers`() throws {
        let card = OpenCard([0x011C: hex("31143012060A04007F0007020204020202010202010D"), 0x011D: hex("3003020100")])
        card.applications = [[0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02]]
        let reading = read(card)
        #expect(reading.application == .absent(0x6A82))
        #expect(reading.otherApplications == ["eID"])
        #expect(reading.interruption != nil)
    }

    @Test func `a file that ends before its length says is kept as far as it goes`() throws {
        var files = try documentFiles()
        let whole = try #require(files[FileID.dg2.fileIdentifier])
        files[FileID.dg2.fileIdentifier] = Array(whole.prefix(1000))
        let reading = read(OpenCard(files))
        #expect(reading.interruption == nil)
        #expect(reading.files[.dg2]?.count == 1000)
        #expect(
            reading.deviations.contains(.fileShorterThanAnnounced(.dg2, announced: whole.count, read: 1000)))
    }

    @Test func `a file that announces gigabytes is not waited for`() throws {
        var files = try documentFiles()
        files[FileID.dg2.fileIdentifier] = hex("7584 FFFFFFFF 00 00")
        let reading = read(OpenCard(files))
        #expect(reading.interruption == nil)
        #expect(reading.skipped[.dg2] == .tooLarge(announced: 0xFFFF_FFFF + 6))
    }

    @Test func `a chip that gives one byte at a time is given up`() throws {
        let files = try documentFiles()
        let card = OpenCard(files)
        var count = 0
        let link = AnsweringLink { command in
            count += 1
            let answer = card.answer(command)
            guard command.dropFirst().first == 0xB0, answer.count > 3 else { return answer }
            return answer.prefix(1) + [0x90, 0x00]
        }
        let reading = EPassportReader().read(from: LinkChannel(link), key: key)
        #expect(reading.skipped[.dg2] == .tooManyPieces)
        #expect(count < 6000)
    }
}
