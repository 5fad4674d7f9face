/// A character of a zone that may have been read wrongly.
public struct MRZMisreading: Hashable, Sendable {
    /// Why it is doubted.
    public enum Reason: Hashable, Sendable {
        /// With the other character, check digits agree.
        case checkDigit
        /// Letters alone can stand there.
        case letterExpected
        /// Digits alone can stand there.
        case digitExpected
    }

    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// What was read.
    public let found: Character
    /// What it probably is.
    public let likely: Character
    /// Why.
    public let reason: Reason
}

/// Another reading of a zone, in which every check digit agrees. Never taken without the user's consent.
public struct MRZProposal: Hashable, Sendable {
    /// What was read wrongly, in this reading; at least one character.
    public let changes: [MRZMisreading]
    /// The zone, read so.
    public let mrz: MRZ
}

extension MRZ {
    /// Readings in which every check digit agrees and every character stands where it may, with as few changes as
    /// possible: one character for each check digit that is wrong, besides those that cannot be right where they are.
    /// Empty when nothing is wrong, or too much.
    public var proposals: [MRZProposal] {
        let impossible = impossibleCharacters
        guard !checkDigitProblems.isEmpty || !impossible.isEmpty else { return [] }
        let repaired = changed(impossible)
        guard let start = try? MRZ(characters: repaired) else { return [] }
        if start.checkDigitProblems.isEmpty {
            return impossible.isEmpty ? [] : [MRZProposal(changes: impossible, mrz: start)]
        }
        return start.repairs.compactMap { changes in
            guard let mrz = try? MRZ(characters: start.changed(changes)), mrz.checkDigitProblems.isEmpty,
                mrz.impossibleCharacters.isEmpty
            else { return nil }
            return MRZProposal(
                changes: (impossible + changes).sorted { ($0.line, $0.column) < ($1.line, $1.column) }, mrz: mrz)
        }
    }

    /// Characters that cannot be right where they stand, and look like one that can: digits in names and states, letters
    /// in dates and check digits.
    public var impossibleCharacters: [MRZMisreading] {
        MRZField.allCases.flatMap { field -> [MRZMisreading] in
            guard let place = format.place(of: field) else { return [] }
            let octets = octets(at: place)
            let isState = field == .issuingState || field == .nationality
            let meant = isState ? Self.state(octets) : octets.map { Self.corrections(of: $0, in: field).first ?? $0 }
            return zip(place.columns, zip(octets, meant)).compactMap { column, octet in
                guard octet.0 != octet.1 else { return nil }
                let reason: MRZMisreading.Reason =
                    MRZCharacters.isDigit(octet.0) ? .letterExpected : .digitExpected
                return misreading(place.line, column, octet.0, octet.1, reason)
            }
        }
    }

    /// The code of a state that is meant by `octets`, with letters in place of digits: one that exists where there is one.
    private static func state(_ octets: ArraySlice<UInt8>) -> [UInt8] {
        var readings: [[UInt8]] = [[]]
        for octet in octets {
            let letters = corrections(of: octet, in: .issuingState)
            readings = readings.flatMap { reading in (letters.isEmpty ? [octet] : letters).map { reading + [$0] } }
        }
        return readings.first { StateCode(String(decoding: $0, as: UTF8.self)) != nil } ?? readings.first
            ?? Array(octets)
    }

    /// Places of characters that no check digit tells apart: 6 and G have values with the same last digit.
    public var undecidablePlaces: [MRZPlace] {
        [MRZField.documentNumber, .optionalData, .secondOptionalData].flatMap { field -> [MRZPlace] in
            guard let place = format.place(of: field) else { return [] }
            return zip(place.columns, octets(at: place)).compactMap { column, octet in
                octet == UInt8(ascii: "6") || octet == UInt8(ascii: "G")
                    ? MRZPlace(line: place.line, columns: column...column) : nil
            }
        }
    }

    // MARK: - One character for each check digit

    /// Most combinations that are looked at.
    private static let combinationLimit = 256

    /// Sets of changes, each with one change for every check digit of a field that is wrong; when only the composite one
    /// is wrong, one change anywhere under it.
    private var repairs: [[MRZMisreading]] {
        let wrong = checkDigits.filter { $0.state == .wrong }
        let fields = wrong.filter { $0.field != .compositeCheckDigit }
        guard !fields.isEmpty else {
            return candidates(at: format.compositePlaces + wrong.map(\.place)) { $0.checkDigitProblems.isEmpty }
                .map { [$0] }
        }
        var combinations: [[MRZMisreading]] = [[]]
        for digit in fields {
            let repairs = candidates(at: places(under: digit.field) + [digit.place]) { other in
                other.checkDigits.contains { $0.field == digit.field && $0.state != .wrong }
            }
            combinations = combinations.flatMap { combination in repairs.map { combination + [$0] } }
            guard combinations.count <= Self.combinationLimit else { return [] }
        }
        return combinations
    }

    private func candidates(at places: [MRZPlace], where isRight: (MRZ) -> Bool) -> [MRZMisreading] {
        var found: [MRZMisreading] = []
        for place in places {
            for (column, octet) in zip(place.columns, octets(at: place)) {
                for likely in Self.alike[octet] ?? [] {
                    let change = misreading(place.line, column, octet, likely, .checkDigit)
                    guard let other = try? MRZ(characters: changed([change])), isRight(other), !found.contains(change)
                    else { continue }
                    found.append(change)
                }
            }
        }
        return found
    }

    private func places(under field: MRZField) -> [MRZPlace] {
        let checked: [MRZField] =
            switch field {
            case .documentNumberCheckDigit:
                hasLongDocumentNumber ? [.documentNumber, .optionalData] : [.documentNumber]
            case .dateOfBirthCheckDigit: [.dateOfBirth]
            case .dateOfExpiryCheckDigit: [.dateOfExpiry]
            case .optionalDataCheckDigit: [.optionalData]
            default: []
            }
        return checked.compactMap { format.place(of: $0) }
    }

    private func changed(_ changes: [MRZMisreading]) -> [UInt8] {
        var characters = characters
        for change in changes {
            let index = (change.line - 1) * format.lineLength + change.column - 1
            if characters.indices.contains(index), let octet = change.likely.asciiValue { characters[index] = octet }
        }
        return characters
    }

    private func misreading(
        _ line: Int, _ column: Int, _ found: UInt8, _ likely: UInt8, _ reason: MRZMisreading.Reason
    ) -> MRZMisreading {
        MRZMisreading(
            line: line, column: column, found: Character(Unicode.Scalar(found)),
            likely: Character(Unicode.Scalar(likely)), reason: reason)
    }

    // MARK: - Characters

    /// Characters that people and cameras take for each other.
    private static let alike: [UInt8: [UInt8]] = {
        var alike: [UInt8: [UInt8]] = [:]
        for pair in ["O0", "Q0", "D0", "OQ", "OD", "I1", "L1", "B8", "S5", "Z2", "G6", "A4", "T7", "K<", "C<", "E<"] {
            let characters = Array(pair.utf8)
            alike[characters[0], default: []].append(characters[1])
            alike[characters[1], default: []].append(characters[0])
        }
        return alike
    }()

    /// What may be meant by a character that `field` cannot hold, likeliest first; nothing when it can, or when nothing
    /// looks like it.
    private static func corrections(of octet: UInt8, in field: MRZField) -> [UInt8] {
        switch field {
        case .names, .issuingState, .nationality:
            MRZCharacters.isDigit(octet) ? (alike[octet] ?? []).filter { (0x41...0x5A).contains($0) } : []
        case .dateOfBirth, .dateOfExpiry, .documentNumberCheckDigit, .dateOfBirthCheckDigit, .dateOfExpiryCheckDigit,
            .optionalDataCheckDigit, .compositeCheckDigit:
            (0x41...0x5A).contains(octet) ? (alike[octet] ?? []).filter(MRZCharacters.isDigit) : []
        case .documentCode, .documentNumber, .sex, .optionalData, .secondOptionalData: []
        }
    }
}
