import CardCrypto
import ChipSimulation
import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets
import PassportSimulator
import Testing
import Trust

/// Documents after reports about files and signatures: they are read to the end, and judged for what they are.
struct DocumentPersonaTests {
    typealias Judgement = @Sendable (PassiveAuthenticationReport, EPassportReading, Desk) throws -> Void

    /// A persona and the verdict on it.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let judgement: Judgement
        var testDescription: String { name }

        init(_ name: String, _ judgement: @escaping Judgement) {
            self.name = name
            self.judgement = judgement
        }
    }

    static var tested: Set<String> {
        Set(rows.map(\.name)).union(["unknown-state", "listed-in-ldif", "revocable"])
    }

    /// What was signed holds, apart from what is named.
    private static func holds(_ report: PassiveAuthenticationReport, except checks: Set<Check> = []) {
        for finding in report.findings where !checks.contains(finding.check) {
            #expect(!finding.verdict.isFailure, "\(finding.check): \(finding.verdict)")
        }
        #expect(report[.signature]?.holds == true && report[.chain]?.holds == true)
    }

    static let rows: [Row] = [
        Row("replaced-key") { report, _, _ in
            #expect(report[.digest(.dg15)]?.isFailure == true)
            #expect(report[.activeAuthentication]?.holds == false)
        },
        Row("unsorted-dg14") { report, _, _ in
            holds(report)
            #expect(report[.digest(.dg14)] == .passed && report[.chipAuthentication]?.holds == true)
        },
        Row("sod-ber") { report, _, _ in holds(report) },
        Row("sod-type-old") { report, _, _ in
            holds(report)
            #expect(report.findings.contains { !$0.verdict.deviations.isEmpty })
        },
        Row("sod-type-national") { report, _, _ in
            holds(report)
            #expect(report.findings.contains { !$0.verdict.deviations.isEmpty })
        },
        Row("sod-type-data") { report, _, _ in
            holds(report)
            #expect(report.findings.contains { !$0.verdict.deviations.isEmpty })
        },
        Row("sod-issuer-reversed") { report, _, _ in
            holds(report)
            #expect(report[.signature]?.deviations.isEmpty == false)
        },
        Row("sod-issuer-strings") { report, _, _ in holds(report) },
        Row("explicit-curves") { report, _, _ in holds(report) },
        Row("sod-pss") { report, _, _ in holds(report) },
        Row("sha224") { report, _, _ in holds(report) },
        Row("bad-p224") { report, _, _ in
            #expect(report[.signature]?.isFailure == true)
            #expect(report[.digest(.dg1)]?.holds != true || report[.digest(.dg1)]?.deviations.isEmpty == false)
        },
        Row("sod-unsorted") { report, _, _ in
            holds(report)
            #expect(report[.signature]?.deviations.isEmpty == false)
        },
        Row("sod-tampered") { report, _, _ in
            #expect(report[.signature]?.isFailure == true)
            #expect(report[.digest(.dg1)] != .passed)
        },
        Row("negative-serial") { report, _, _ in holds(report) },
        Row("other-state") { report, _, _ in #expect(report[.issuingState]?.isFailure == true) },
        Row("com-unknown-tags") { report, _, _ in
            holds(report)
            #expect(report[.dataGroupList]?.deviations.isEmpty == false)
        },
        Row("unknown-info") { report, reading, _ in
            holds(report)
            #expect(reading.access.established?.name == "PACE")
        },
        Row("long-number") { report, reading, _ in
            holds(report)
            let zone = try EFDG1(parsing: reading.files[.dg1] ?? []).mrz
            #expect(zone.documentNumber == "D23145890734" && zone.checkDigitProblems.isEmpty)
        },
        Row("long-number-counted") { report, reading, _ in
            holds(report)
            let zone = try EFDG1(parsing: reading.files[.dg1] ?? []).mrz
            #expect(zone.documentNumber == "HVC8N3QW7ZE174")
        },
        Row("short-number") { report, reading, _ in
            holds(report)
            let file = try EFDG1(parsing: reading.files[.dg1] ?? [])
            #expect(file.mrz.documentNumber == "AX40719")
        },
        Row("filler-digit") { report, reading, _ in
            holds(report)
            let file = try EFDG1(parsing: reading.files[.dg1] ?? [])
            #expect(file.mrz.checkDigitProblems.isEmpty == true)
        },
        Row("face-length-plus") { report, reading, _ in try hasFace(report, reading, isWarned: true) },
        Row("face-length-minus") { report, reading, _ in try hasFace(report, reading, isWarned: true) },
        Row("face-padding") { report, reading, _ in try hasFace(report, reading, isWarned: false) },
        Row("face-39794") { report, reading, _ in try hasFace(report, reading, isWarned: false) },
        Row("two-faces") { report, reading, _ in
            holds(report)
            let file = try EFDG2(parsing: reading.files[.dg2] ?? [])
            #expect(file.faces.count == 2)
        },
        Row("dg11-other-names") { report, reading, _ in
            holds(report)
            let details = try EFDG11(parsing: reading.files[.dg11] ?? [])
            #expect(details.otherNames.count == 2)
        },
        Row("dg11-packed-date") { report, reading, _ in
            holds(report)
            let file = try EFDG11(parsing: reading.files[.dg11] ?? [])
            #expect(file.dateOfBirth?.date?.description == "1991-05-15")
        },
        Row("dg11-empty") { report, reading, _ in
            holds(report)
            let file = try EFDG11(parsing: reading.files[.dg11] ?? [])
            #expect(file.placeOfBirth?.spaced == "AMAUROT")
        },
        Row("dg13-options") { report, reading, desk in
            holds(report)
            #expect(reading.files[.dg13] == desk.document.files[.dg13])
        },
    ]

    /// The portrait is there, and it begins and ends as a JPEG file does.
    private static func hasFace(
        _ report: PassiveAuthenticationReport, _ reading: EPassportReading, isWarned: Bool
    ) throws {
        holds(report)
        let file = try EFDG2(parsing: reading.files[.dg2] ?? [])
        let face = try #require(file.faces.first)
        #expect(face.image.starts(with: [0xFF, 0xD8]))
        #expect(file.warnings.isEmpty != isWarned, "\(file.warnings)")
    }

    @Test(arguments: rows)
    func `the document is read whole, and judged for what it is`(row: Row) throws {
        let desk = try PersonaTests.desk(row.name)
        let reading = try desk.read()
        #expect(reading.interruption == nil && reading.skipped.isEmpty)
        for file in desk.document.files.ids where file != .atrInfo {
            #expect(reading.files[file] == desk.document.files[file], "\(file)")
        }
        try row.judgement(PersonaTests.judge(reading, desk), reading, desk)
    }

    // MARK: - Cases of trust stores

    @Test func `unknown-state is unknown, not forged`() throws {
        let desk = try PersonaTests.desk("unknown-state")
        let reading = try desk.read()
        let other = try PassportSimulator.make(name: "passport").document.countryCertificate
        let report = PassiveAuthentication(anchors: TrustStore(anchors: [try Certificate(parsing: other)]))
            .examine(reading.files, at: Self.moment, evidence: reading.evidence, isFresh: true)
        #expect(report[.signature] == .passed)
        // The state has the same name and another key.
        #expect(report[.chain]?.holds == false)
        let nobody = PassiveAuthentication().examine(reading.files, at: Self.moment)
        #expect(nobody[.chain] == .notDone(.noAnchors))
    }

    @Test(arguments: ["CscaMasterListData", "pkdMasterListContent", "PKDMASTERLISTCONTENT"])
    func `listed-in-ldif is anchored by a list under either name`(attribute: String) throws {
        let entry = try #require(PassportSimulator.entries.first { $0.name == "passport/listed-in-ldif" })
        let state = try IssuingState(entry.settings)
        let list = try state.masterListSigner().masterList(of: [state.countryCertificate], at: Self.moment)
        var text = "dn: c=UT,dc=data\nc: UT\n"
        // Folded after 76 characters, as directories write it.
        let value = Base64.encode(list)
        text += "\(attribute)::"
        for (index, scalar) in value.unicodeScalars.enumerated() {
            if index.isMultiple(of: 70) { text += index == 0 ? " " : "\n " }
            text.unicodeScalars.append(scalar)
        }
        var work = TrustImport(into: TrustStore(), at: Self.moment, acceptsLists: true)
        work.add(Array((text + "\n").utf8), named: "list.ldif")
        let desk = try PersonaTests.desk("listed-in-ldif")
        let reading = try desk.read()
        let report = PassiveAuthentication(anchors: work.result().store)
            .examine(reading.files, at: Self.moment, evidence: reading.evidence, isFresh: true)
        #expect(report[.chain]?.holds == true, "\(String(describing: report[.chain]))")
    }

    @Test func `revocable is good, revoked or unknown, as the lists say`() throws {
        let entry = try #require(PassportSimulator.entries.first { $0.name == "passport/revocable" })
        let state = try IssuingState(entry.settings)
        let signer = try state.documentSigner()
        let reading = try PersonaTests.desk("revocable").read()
        func verdict(revoking numbers: [[UInt8]]?, next days: Int = 300) throws -> Verdict? {
            var work = TrustImport(into: TrustStore(), at: Self.moment)
            work.add(state.countryCertificate, named: "csca.der")
            if let numbers {
                let list = try state.revocationList(
                    revoking: numbers, since: Moment(secondsSince1970: 1_720_000_000),
                    issued: Moment(secondsSince1970: 1_780_000_000),
                    next: Moment(secondsSince1970: 1_780_000_000 + days * 86_400))
                work.add(list, named: "crl.der")
            }
            return PassiveAuthentication(anchors: work.result().store)
                .examine(reading.files, at: Self.moment, evidence: reading.evidence, isFresh: true)[.revocation]
        }
        #expect(try verdict(revoking: nil)?.holds == false && verdict(revoking: nil)?.isFailure == false)
        #expect(try verdict(revoking: [])?.holds == true)
        #expect(try verdict(revoking: [signer.serialNumber])?.isFailure == true)
        #expect(try verdict(revoking: [], next: 1)?.holds == false)
    }

    private static let moment = Moment(secondsSince1970: 1_790_000_000)
}
