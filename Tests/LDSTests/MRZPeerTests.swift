import Foundation
import LDS
import Testing

/// Thousands of zones, made and judged here and by the Python package `mrz`. Whatever differs has a name in
/// Tests/Foreign/mrz-differences.txt, with the reason; a name that nothing needs any more is told as well.
@Suite struct MRZPeerTests {
    private struct Record: Decodable {
        struct Values: Decodable {
            var code, state, number, nationality, birth, sex, expiry, optional, surname, given: String
        }

        var kind, format, zone: String
        var values: Values?
        var wrong: [String]?
        var errors: [String]?
        var fields: [String: String]?
    }

    private static let formats: [String: MRZFormat] = [
        "TD1": .td1, "TD2": .td2, "TD3": .td3, "MRV-A": .visaA, "MRV-B": .visaB,
    ]

    private static func records(_ lines: [Data]) throws -> [Record] {
        try lines.map { try JSONDecoder().decode(Record.self, from: $0) }
    }

    @Test(.enabled(if: PeerPython.isThere, PeerPython.notice))
    func `every difference to the package mrz is known, and its reason`() throws {
        let records = try Self.records(PeerPython.lines("mrz_peer.py"))
        var differences: [String: [String]] = [:]
        var extra: [String] = []
        for record in records {
            let found = record.kind == "made" ? Self.compareMade(record, &extra) : Self.compareJudged(record)
            for name in found { differences[name, default: []].append(record.zone) }
        }
        // What the package's generator does not write, judged by its checker.
        for record in try Self.records(
            PeerPython.lines("mrz_peer.py", ["--judge"], input: extra.joined(separator: "\n") + "\n"))
        { for name in Self.compareJudged(record) { differences[name, default: []].append(record.zone) } }
        print("MRZ: \(records.count + extra.count) comparisons with the package mrz")
        #expect(records.count > 7000 && extra.count > 100)
        let known = try PeerPython.list("mrz-differences.txt")
        for (name, zones) in differences.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
            Issue.record("\(name), \(zones.count) times, such as \(zones[0])")
        }
        #expect(known.subtracting(differences.keys).isEmpty, "these do not occur any more")
    }

    // MARK: - Made

    private static func compareMade(_ record: Record, _ extra: inout [String]) -> [String] {
        guard let values = record.values, let format = formats[record.format] else { return ["malformed-record"] }
        let sex: MRZSex =
            values.sex == "F" ? .female : values.sex == "M" ? .male : values.sex == "X" ? .x : .unspecified
        let made: MRZ
        do throws(MRZError) {
            made = try MRZ(
                MRZValues(
                    format: format, documentCode: values.code, issuingState: values.state,
                    documentNumber: values.number,
                    nationality: values.nationality, dateOfBirth: values.birth, sex: sex, dateOfExpiry: values.expiry,
                    optionalData: values.optional, primary: values.surname, secondary: values.given))
        } catch {
            return ["made.refused-here:\(error)"]
        }
        guard record.zone.contains("\n") else {
            extra.append("\(record.format)\t\(made.lines().joined(separator: "/"))")
            if values.number.count > 9 { return ["made.long-number"] }
            return [made.names.isTruncated ? "made.long-name" : "made.separator-without-a-name"]
        }
        guard let theirs = try? MRZ(parsing: record.zone) else { return ["made.unreadable"] }
        return MRZField.allCases.compactMap { field in
            let (ours, peers) = (made.raw(field) ?? "", theirs.raw(field) ?? "")
            guard ours != peers else { return nil }
            switch field {
            case .names where values.given.isEmpty: return "made.no-secondary"
            case .names:
                let letters = Set((values.surname + values.given).filter { !$0.isASCII || $0 == "'" }).sorted()
                return "made.names:\(String(letters))"
            case .sex where values.sex == "X": return "made.sex-x"
            case .compositeCheckDigit, .optionalDataCheckDigit, .documentNumberCheckDigit: return "made.\(field)"
            default: return "made.\(field):\(ours):\(peers)"
            }
        }
    }

    // MARK: - Judged

    /// Names of the package for what a check digit protects.
    private static let hashes: [(MRZField, String)] = [
        (.documentNumberCheckDigit, "document number hash"), (.dateOfBirthCheckDigit, "birth date hash"),
        (.dateOfExpiryCheckDigit, "expiry date hash"), (.optionalDataCheckDigit, "optional data hash"),
        (.compositeCheckDigit, "final hash"),
    ]

    private static func compareJudged(_ record: Record) -> [String] {
        guard let wrong = record.wrong.map(Set.init), let errors = record.errors, let fields = record.fields,
            let mrz = try? MRZ(characters: Array(record.zone.utf8).filter { $0 != 0x0A })
        else { return ["judged.unreadable"] }
        guard mrz.format == formats[record.format] else { return ["judged.visa-or-not"] }
        var names: [String] = []
        for (field, name) in hashes {
            guard let digit = mrz.checkDigits.first(where: { $0.field == field }) else { continue }
            if (digit.state == .wrong) != wrong.contains(name) {
                names.append(
                    mrz.hasLongDocumentNumber && field == .documentNumberCheckDigit
                        ? "judged.long-number" : "judged.\(field)")
            }
        }
        names += dates(mrz, wrong, errors) + codes(mrz, wrong) + values(mrz, fields, wrong, errors)
        return names
    }

    private static func dates(_ mrz: MRZ, _ wrong: Set<String>, _ errors: [String]) -> [String] {
        [(mrz.dateOfBirth, "birth date"), (mrz.dateOfExpiry, "expiry date")].compactMap { date, name in
            guard date.isWellFormed == wrong.contains(name) else { return nil }
            if errors.contains("expiry date before than birth date") { return "judged.order-of-dates" }
            return date.raw.contains("<") ? "judged.unknown-part-of-a-date" : "judged.\(name):\(date.raw)"
        }
    }

    private static func codes(_ mrz: MRZ, _ wrong: Set<String>) -> [String] {
        var names: [String] = []
        for (code, name) in [(mrz.issuingState, "valid country code"), (mrz.nationality, "valid nationality code")]
        where (StateCode(code) == nil) != wrong.contains(name) {
            names.append("judged.code:\(code)")
        }
        if (mrz.documentTypeName == nil) != wrong.contains("document type format") {
            names.append("judged.type:\(record(mrz))")
        }
        if (mrz.sex == .invalid) != wrong.contains("valid genre format") {
            names.append("judged.sex:\(mrz.raw(.sex) ?? "")")
        }
        return names
    }

    private static func record(_ mrz: MRZ) -> String { "\(mrz.format):\(mrz.documentCode)" }

    private static func values(
        _ mrz: MRZ, _ fields: [String: String], _ wrong: Set<String>, _ errors: [String]
    ) -> [String] {
        var names: [String] = []
        func compare(_ name: String, _ ours: String, _ key: String) {
            guard let peers = fields[key], ours != peers else { return }
            if peers.replacing("<", with: " ") == ours {
                names.append("value.filler-inside")
            } else if peers.replacing("<", with: " ").trimmingCharacters(in: .whitespaces) == ours {
                names.append("value.filler-before")
            } else if mrz.hasLongDocumentNumber, ["number", "optional"].contains(name) {
                names.append("value.long-number")
            } else {
                names.append("value.\(name)")
            }
        }
        compare("number", mrz.documentNumber, "document_number")
        compare("optional", mrz.optionalData, "optional_data")
        compare("birth", mrz.dateOfBirth.raw, "birth_date")
        compare("expiry", mrz.dateOfExpiry.raw, "expiry_date")
        compare("state", mrz.issuingState, "country")
        compare("nationality", mrz.nationality, "nationality")
        compare("code", mrz.documentCode, "document_type")
        if !wrong.contains("identifier") {
            compare("surname", mrz.names.primary, "surname")
            compare("given", mrz.names.secondary, "name")
        } else {
            let reasons = errors.filter { $0.contains("identifier") && !$0.hasPrefix("false") }
            names.append("names.\(reasons.joined(separator: "-and-").replacing(" ", with: "-"))")
        }
        return names
    }
}
