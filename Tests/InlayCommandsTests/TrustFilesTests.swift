import CardCrypto
import InlaySeams
import LDS
import PassportSimulator
import Testing

@testable import InlayCommands

@Suite struct TrustFilesTests {
    private static let issued = Moment(secondsSince1970: 1_785_000_000)

    /// Writes `files` into a folder, and judges the usual document with them.
    private static func verify(_ files: [String: [UInt8]], _ options: [String]) throws -> CommandRun {
        try TemporaryFolder.use { folder in
            try PrivateFile.makeFolder("\(folder)/saved")
            for id in SimulatedPassport.files.ids {
                try PrivateFile.write(
                    SimulatedPassport.files[id] ?? [], to: "\(folder)/saved/\(DumpFolder.name(id))", overwriting: false)
            }
            for (name, bytes) in files { try PrivateFile.write(bytes, to: "\(folder)/\(name)", overwriting: false) }
            let words = options.map { $0.hasPrefix("--trust=/") ? "--trust=\(folder)\($0.dropFirst(8))" : $0 }
            return CommandRun(["passport", "verify", "\(folder)/saved"] + words, house: SimulatedPassport.house())
        }
    }

    @Test func `a revocation list is used, and a revoked signer fails`() throws {
        let state = try IssuingState(PassportSettings())
        let signer = try Certificate(parsing: try #require(SimulatedPassport.document).signerCertificate)
        for (serials, code, text) in [
            ([], ExitCode.done, "passed       revocation"),
            ([signer.serialNumber], .checkFailed, "FAILED       revocation"),
        ] {
            let list = try state.revocationList(
                revoking: serials, since: Self.issued, issued: Self.issued,
                next: Moment(secondsSince1970: Self.issued.secondsSince1970 + 90 * 86_400))
            let run = try Self.verify(["list.crl": list], ["--trust=sim:passport", "--trust=/list.crl"])
            #expect(run.code == code)
            #expect(run.output.contains(text))
        }
    }

    @Test func `a master list needs somebody who vouches for it, or the user's word`() throws {
        let home = try IssuingState(PassportSettings())
        var foreign = PassportSettings()
        foreign.seed = 2
        let stranger = try IssuingState(foreign)
        let list = try stranger.masterListSigner().masterList(of: [home.countryCertificate], at: Self.issued)
        let files = ["list.ml": list, "stranger.der": stranger.countryCertificate]
        let alone = try Self.verify(files, ["--trust=/list.ml"])
        #expect(alone.code == .wrongUse)
        #expect(alone.errors.contains("--accept-lists"))
        let accepted = try Self.verify(files, ["--trust=/list.ml", "--accept-lists"])
        #expect(accepted.code == .done)
        let words = "taken at its word"
        #expect(accepted.output.contains(words))
        #expect(!(try Self.verify(files, ["--trust=/stranger.der", "--trust=/list.ml"]).output.contains(words)))
        #expect(try Self.verify(files, ["--trust=/stranger.der", "--trust=/list.ml"]).code == .done)
        #expect(try Self.verify(files, ["--trust=/list.ml", "--trust=/stranger.der"]).code == .done)
    }

    @Test func `a signer's certificate vouches for nobody`() throws {
        let signer = try #require(SimulatedPassport.document).signerCertificate
        let run = try Self.verify(["signer.der": signer], ["--trust=/signer.der"])
        #expect(run.code == .malformedData)
    }

    @Test func `a list that was given to judge with and is not used is a remark in every report`() throws {
        let home = try IssuingState(PassportSettings())
        var foreign = PassportSettings()
        foreign.seed = 2
        let stranger = try IssuingState(foreign)
        let next = Moment(secondsSince1970: Self.issued.secondsSince1970 + 90 * 86_400)
        let files = [
            "a.der": home.countryCertificate,
            "b.crl": try stranger.revocationList(revoking: [], since: Self.issued, issued: Self.issued, next: next),
            "c.ml": try stranger.masterListSigner().masterList(of: [stranger.countryCertificate], at: Self.issued),
            "d.crl": [1, 2, 3], "readme.txt": [1, 2, 3],
        ]
        for options in [["--trust=/"], ["--trust=/", "--json"]] {
            let run = try Self.verify(files, options)
            #expect(run.code == .done)
            for name in ["b.crl", "c.ml", "d.crl"] { #expect(run.output.contains("\(name) was given to judge with")) }
            #expect(!run.output.contains("readme.txt"))
        }
        let redacted = try Self.verify(files, ["--trust=/", "--redact"])
        #expect(redacted.output.contains("a file was given to judge with") && !redacted.output.contains("b.crl"))
    }

    @Test func `what was not taken is told to whoever asks`() throws {
        let run = try Self.verify(
            ["a.der": try IssuingState(PassportSettings()).countryCertificate, "notes.txt": [1, 2, 3]],
            ["--trust=/", "--verbose"])
        #expect(run.code == .done)
        #expect(run.errors.contains("notes.txt: not taken"))
    }
}
