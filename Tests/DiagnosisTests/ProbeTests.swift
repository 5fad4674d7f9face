import Foundation
import ReaderKnowledge
import Testing

@testable import Diagnosis

@Suite struct ProbeTests {
    @Test func `descriptors are read as far as they fit`() {
        let whole = Desk.descriptors(features: 0x0004_0840, message: 522)
        #expect(CCIDDescriptor.interfaces(in: whole) == [ReaderInterface(.extendedAPDU, 522)])
        for count in 0..<whole.count { #expect(CCIDDescriptor.interfaces(in: Array(whole.prefix(count))).isEmpty) }
        #expect(CCIDDescriptor.interfaces(in: [0, 0x21] + whole).isEmpty, "a length of 0 ends the reading")
        let wrong = whole.map { $0 == 0x36 ? 0x35 : $0 }
        #expect(CCIDDescriptor.interfaces(in: wrong).isEmpty)
    }

    @Test(
        arguments: [
            (#"A=1 "B=two words" C='3'"#, ["A": "1", "B": "two words", "C": "3"]),
            ("", [:]), ("=x y", [:]), (#"A="x=y""#, ["A": "x=y"]),
        ] as [(String, [String: String])])
    func `settings of a unit are read with their quotes`(text: String, settings: [String: String]) {
        #expect(Dictionary(uniqueKeysWithValues: UnitFiles.assignments(text[...])) == settings)
    }

    /// What Debian's bundle links to: beside a private pcscd the bundles are hidden.
    private static let list = "/etc/libccid_Info.plist"

    /// Foundation's reader of property lists against ours, on the file that matters.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: list), "libccid is not installed"))
    func `the list of libccid is read as others read it`() throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: Self.list))
        let theirs = try #require(
            try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        let ours = PropertyListScanner.strings(in: Array(data))
        for key in ["ifdVendorID", "ifdProductID"] { #expect(ours[key] == theirs[key] as? [String]) }
        for key in ["CFBundleName", "CFBundleShortVersionString", "ifdDriverOptions"] {
            #expect(ours[key]?.first == theirs[key] as? String)
        }
    }

    @Test func `a list that breaks off ends nothing`() {
        let text = Array("<key>a</key><string>b</string><!-- <key>c</key> --><key>d</key><array><string>e".utf8)
        for count in 0...text.count { _ = PropertyListScanner.strings(in: Array(text.prefix(count))) }
        #expect(PropertyListScanner.strings(in: text)["a"] == ["b"])
        #expect(PropertyListScanner.strings(in: text)["c"] == nil)
    }

    @Test func `an access list tells users who may write`() {
        // Version 2; owner rw, user 110 rw, user 111 r, group r, mask, others.
        let bytes: [UInt8] =
            [2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255] + [2, 0, 6, 0, 110, 0, 0, 0]
            + [2, 0, 4, 0, 111, 0, 0, 0] + [4, 0, 4, 0, 255, 255, 255, 255]
        #expect(AccessList.users(in: bytes) == [110])
        for count in 0..<20 { #expect(AccessList.users(in: Array(bytes.prefix(count))).isEmpty) }
        #expect(AccessList.users(in: [3] + bytes.dropFirst()).isEmpty)
    }

    @Test func `the kernel's list of sockets is read as far as it fits`() throws {
        func word(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
        func half(_ number: UInt16) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
        func attribute(_ kind: UInt16, _ value: [UInt8]) -> [UInt8] {
            let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
            return half(UInt16(4 + value.count)) + half(kind) + value + padding
        }
        func row(_ inode: UInt32, _ attributes: [UInt8]) -> [UInt8] {
            let body = [1, 1, 1, 0] + word(inode) + word(0) + word(0) + attributes
            return word(UInt32(16 + body.count)) + half(20) + half(2) + word(1) + word(0) + body
        }
        let path = Array("/run/pcscd/pcscd.comm".utf8) + [0]
        let server = row(10, attribute(0, path) + attribute(2, word(11)))
        let client = row(11, attribute(2, word(10)) + attribute(7, word(1000)))
        let done = word(20) + half(3) + half(2) + word(1) + word(0) + word(0)
        var table = SocketTable()
        let isTaken = table.add((server + client)[...])
        #expect(isTaken && !table.isComplete)
        let isEnd = table.add(done[...])
        #expect(isEnd && table.isComplete)
        let clients = table.clients(of: "/run/pcscd/pcscd.comm")
        #expect(clients.map(\.inode) == [11] && clients.map(\.user) == [1000])
        for count in 1..<server.count {
            var part = SocketTable()
            _ = part.add(server.prefix(count))
            #expect(part.rows.isEmpty)
        }
    }

    /// Our own connections end while processes are looked at.
    @Test func `a connection that nobody has any more is no program`() throws {
        let desk = Desk()
        try desk.use { machine, _ in
            let processes = ProcessList(files: machine.files)
            let listed: [(inode: UInt32, user: UInt32?)] = [(11, 0), (12, 1000)]
            let both = processes.owners(of: listed, except: 1) { [11, 12] }
            #expect(both.map(\.user) == [0, 1000])
            #expect(processes.owners(of: listed, except: 1) { [12] }.map(\.user) == [1000])
            #expect(processes.owners(of: listed, except: 1) { nil }.isEmpty)
        }
    }

    @Test func `a program is given up when it takes too long, and none is run through a shell`() {
        #expect(ProgramCall("sleep", ["5"], limit: .milliseconds(100)).run() == nil)
        #expect(ProgramCall("echo", ["$HOME; echo x"]).run() == .init(status: 0, output: "$HOME; echo x\n"))
        #expect(ProgramCall("false", []).run()?.status == 1)
        #expect(ProgramCall("no-such-program-here", []).run() == nil)
    }

    @Test func `this machine is looked at without a fault`() {
        // Whatever it is like: nothing may hang, crash or be changed.
        let report = Examination(of: .system(), depth: .files).run()
        #expect(report.skipped.count == 3 || report.finding != nil)
    }
}
