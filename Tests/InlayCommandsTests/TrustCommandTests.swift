import Dispatch
import Foundation
import ISO7816
import InlaySeams
import PassportSimulator
import Synchronization
import Testing

@testable import InlayCommands
@testable import Trust

/// `inlay trust` in a data folder of its own.
struct TrustCommandTests {
    private func run(_ folder: String, _ words: String...) -> CommandRun {
        CommandRun(words, house: SimulatedPassport.house(environment: ["XDG_DATA_HOME": folder]))
    }

    private func json(_ run: CommandRun) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    private func write(_ bytes: [UInt8], _ folder: String, _ name: String) throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func state(_ seed: UInt64 = 1) throws -> IssuingState {
        var settings = PassportSettings()
        settings.seed = seed
        return try IssuingState(settings)
    }

    @Test func `what is imported is listed, counts for passports, and can be removed`() throws {
        try TemporaryFolder.use { folder in
            let path = try write(state().countryCertificate, folder, "utopia.cer")
            let imported = run(folder, "trust", "import", path)
            #expect(imported.code == .done)
            #expect(imported.output.contains("1 certificate of 1 country trusted"))

            let list = try json(run(folder, "trust", "list", "--json"))
            let certificates = try #require(list["certificates"] as? [[String: Any]])
            #expect(certificates.count == 1 && certificates[0]["country"] as? String == "UT")
            #expect((certificates[0]["origin"] as? [String: Any])?["name"] as? String == "utopia.cer")
            let fingerprint = try #require(certificates[0]["sha256"] as? String)
            #expect(run(folder, "trust", "list").output.contains(fingerprint.prefix(16)))

            let judged = run(folder, "passport", "read", "--reader", "sim:passport", "--require", "authentic")
            #expect(judged.code == .done)
            #expect(judged.output.contains("a trusted CSCA of UT issued"))

            #expect(run(folder, "trust", "remove", String(fingerprint.prefix(8))).code == .done)
            #expect(run(folder, "trust", "list").output.contains("nothing is trusted"))
            let unknown = run(folder, "passport", "read", "--reader", "sim:passport", "--require", "authentic")
            #expect(unknown.code == .notEstablished)
        }
    }

    @Test func `the store is its owner's alone, and replaced as a whole`() throws {
        try TemporaryFolder.use { folder in
            #expect(run(folder, "trust", "import", "sim:passport").code == .done)
            let inside = "\(folder)/inlay/trust"
            for (path, mode) in [("\(folder)/inlay", 0o700), (inside, 0o700), ("\(inside)/store.der", 0o600)] {
                let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(found == mode, "\(path)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: inside)
            #expect(names.sorted() == ["lock", "store.der"])
        }
    }

    @Test func `imports at the same time all count`() throws {
        try TemporaryFolder.use { folder in
            let codes = Mutex<[ExitCode]>([])
            DispatchQueue.concurrentPerform(iterations: 12) { number in
                let code = run(folder, "trust", "import", "sim:passport?seed=\(number + 1)").code
                codes.withLock { $0.append(code) }
            }
            #expect(codes.withLock { $0 } == Array(repeating: .done, count: 12))
            let list = try json(run(folder, "trust", "list", "--json"))
            #expect((list["certificates"] as? [Any])?.count == 12)
        }
    }

    @Test func `a master list needs a trusted root, or the user's word`() throws {
        try TemporaryFolder.use { folder in
            let list = try state().masterListSigner().masterList(
                of: [state(2).countryCertificate], at: Moment(secondsSince1970: 1_710_201_600))
            let path = try write(list, folder, "list.ml")
            let refused = run(folder, "trust", "import", path)
            #expect(refused.code == .notEstablished)
            #expect(refused.output.contains("not taken") && refused.errors.contains("--accept-lists"))
            let accepted = try json(run(folder, "trust", "import", "--accept-lists", path, "--json"))
            let file = try #require((accepted["files"] as? [[String: Any]])?.first)
            #expect(file["newCertificates"] as? Int == 1)
            #expect((file["masterLists"] as? [[String: Any]])?.first?["taken"] as? String == "accepted")
            #expect(run(folder, "trust", "remove", "--from", "list.ml").code == .done)
            let root = try write(state().countryCertificate, folder, "root.cer")
            let anchored = run(folder, "trust", "import", path, root)
            #expect(anchored.code == .done && anchored.output.contains("its signer is trusted"))

            var broken = list
            broken[broken.count - 1] ^= 1
            let wrong = run(folder, "trust", "import", try write(broken, folder, "broken.ml"))
            #expect(wrong.code == .checkFailed)
        }
    }

    @Test func `a simulator behind which no state stands is told as that`() throws {
        try TemporaryFolder.use { folder in
            for result in [
                run(folder, "trust", "import", "sim:suica"),
                run(folder, "passport", "verify", folder, "--trust=sim:suica"),
            ] {
                #expect(result.code == .wrongUse)
                #expect(result.errors.contains("sim:suica is no passport"), "\(result.errors)")
            }
        }
    }

    @Test func `check tells what expires and what is missing`() throws {
        try TemporaryFolder.use { folder in
            #expect(run(folder, "trust", "check").code == .notEstablished)
            #expect(run(folder, "trust", "import", "sim:passport").code == .done)
            let now = run(folder, "trust", "check")
            #expect(now.code == .done && now.output.contains("no revocation list: 1 country"))
            let later = run(folder, "trust", "check", "--at", "2037-12-01")
            #expect(later.code == .done && later.output.contains("expiring within 90 days: UT (1 of 1)"))
            let end = run(folder, "trust", "check", "--at", "2039-01-01")
            #expect(end.code == .notEstablished && end.output.contains("nothing in force: UT"))
            let revocations = try state().revocationList(
                revoking: [], since: Moment(secondsSince1970: 1_710_201_600),
                issued: Moment(secondsSince1970: 1_785_000_000), next: Moment(secondsSince1970: 1_795_000_000))
            let utcrlPath = try write(revocations, folder, "ut.crl")
            #expect(run(folder, "trust", "import", utcrlPath).code == .done)
            let document = try json(run(folder, "trust", "check", "--json"))
            let country = try #require((document["countries"] as? [[String: Any]])?.first)
            #expect(country["revocationList"] as? String == "current")
        }
    }

    @Test func `wrong use and files of no use are told apart`() throws {
        try TemporaryFolder.use { folder in
            #expect(run(folder, "trust", "import").code == .wrongUse)
            #expect(run(folder, "trust", "import", "\(folder)/none").code == .wrongUse)
            let noisePath = try write([1, 2, 3], folder, "noise")
            #expect(run(folder, "trust", "import", noisePath).code == .malformedData)
            #expect(run(folder, "trust", "remove").code == .wrongUse)
            #expect(run(folder, "trust", "remove", "12").code == .wrongUse)
            #expect(run(folder, "trust", "remove", "12345678").code == .wrongUse)
            #expect(run(folder, "trust", "list", "xyz").code == .wrongUse)
            #expect(CommandRun("trust", "import", "sim:passport", house: SimulatedPassport.house()).code == .wrongUse)
            #expect(CommandRun("trust", "list", house: SimulatedPassport.house()).code == .done)
            // Relative paths are ignored (XDG base directory specification).
            #expect(run("relative", "trust", "import", "sim:passport").code == .wrongUse)
        }
    }

    @Test func `a damaged store is told and not overwritten`() throws {
        try TemporaryFolder.use { folder in
            #expect(run(folder, "trust", "import", "sim:passport").code == .done)
            let path = "\(folder)/inlay/trust/store.der"
            var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            bytes.removeLast()
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            for words in [
                ["trust", "list"], ["trust", "import", "sim:passport"],
                ["passport", "read", "--reader", "sim:passport"],
            ] {
                let result = CommandRun(words, house: SimulatedPassport.house(environment: ["XDG_DATA_HOME": folder]))
                #expect(result.code == .malformedData)
                #expect(result.errors.contains("store.der is damaged"))
            }
            let kept = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            #expect(kept == bytes)
        }
    }

    @Test func `a letter that changed in the store is told as damage, and accuses no document`() throws {
        try TemporaryFolder.use { folder in
            #expect(run(folder, "trust", "import", "sim:passport").code == .done)
            let path = "\(folder)/inlay/trust/store.der"
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            for place in stride(from: 4, to: bytes.count, by: 37) {
                var changed = bytes
                changed[place] ^= 0x20
                try Data(changed).write(to: URL(fileURLWithPath: path))
                let result = run(folder, "passport", "read", "--reader", "sim:passport", "--files", "dg1")
                #expect(result.code == .malformedData, "\(place)")
                #expect(result.errors.contains("is damaged") || result.errors.contains("is not a trust store"))
            }
            // A store without a seal, as it was written before.
            try Data(bytes.dropLast(34)).write(to: URL(fileURLWithPath: path))
            #expect(run(folder, "trust", "list").output.contains("CSCA Utopia"))
        }
    }

    @Test(arguments: ["", "/store.der"]) func `a store that others may change is told with every verdict`(
        place: String
    ) throws {
        try TemporaryFolder.use { folder in
            #expect(run(folder, "trust", "import", "sim:passport").code == .done)
            let words = "other users of this machine may change whom you trust"
            func read(_ options: String...) -> String {
                CommandRun(
                    ["passport", "read", "--reader", "sim:passport"] + options,
                    house: SimulatedPassport.house(environment: ["XDG_DATA_HOME": folder])
                ).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            #expect(!read().contains(words))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: "\(folder)/inlay/trust\(place)")
            #expect(read().contains(words))
            #expect(read("--json").contains("\(words): chmod go-w \(folder)/inlay/trust\(place)"))
            #expect(!read("--redact").contains(folder))
            #expect(run(folder, "trust", "check").errors.contains(words))
        }
    }

    @Test func `one path that cannot be read does not keep the others out, and nothing taken says why`() throws {
        try TemporaryFolder.use { folder in
            let good = try write(state().countryCertificate, folder, "utopia.cer")
            let empty = try write([], folder, "empty.pem")
            let both = run(folder, "trust", "import", good, "/dev/null")
            #expect(both.code == .wrongUse)
            #expect(both.output.contains("1 certificate of 1 country trusted"))
            #expect(both.errors.contains("likely: ") && both.errors.contains("next:   "))
            let nothing = run(folder, "trust", "import", empty)
            #expect(nothing.code == .malformedData)
            #expect(nothing.output.contains("holds no certificate, master list or revocation list"))
        }
    }
}
