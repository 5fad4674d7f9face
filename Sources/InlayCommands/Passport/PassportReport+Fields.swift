import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets

/// What the terminal and the page both show, as names and values.
extension PassportReport {
    /// A name and a value of the document.
    struct Field: Hashable, Sendable {
        let name: String
        let value: String
        /// It is not as it should be.
        var isAlarming = false
    }

    /// Fields that come from one file, and so can be believed or not as one.
    struct FieldGroup: Hashable, Sendable {
        let file: FileID
        let fields: [Field]
        /// What must stand beside them.
        let warning: ReportWarning?
    }

    /// About the holder and the document, file by file; what is empty is left out.
    var fieldGroups: [FieldGroup] {
        [group(.dg1, zoneFields), group(.dg11, personFields), group(.dg12, issueFields)].filter { !$0.fields.isEmpty }
    }

    private func group(_ file: FileID, _ fields: [Field]) -> FieldGroup {
        FieldGroup(
            file: file, fields: fields.filter { !$0.value.isEmpty }, warning: ReportWarning.of(file, in: self))
    }

    private var zoneFields: [Field] {
        guard let zone else { return [] }
        let today = moment.calendarDate
        let name = [zone.names.primary, zone.names.secondary].filter { !$0.isEmpty }.joined(separator: ", ")
        let kind = zone.documentTypeName.map { "\($0) (\(zone.documentCode))" } ?? zone.documentCode
        return [
            Field(name: "name", value: redacted(name)),
            Field(name: "nationality", value: PlainWords.state(withCode: zone.nationality)),
            Field(name: "born", value: redacted(DayText.of(zone.dateOfBirth, asOf: today))),
            Field(name: "sex", value: MRZText.name(zone.sex)),
            Field(name: "personal number", value: redacted(zone.optionalData)),
            Field(name: "document", value: kind),
            Field(name: "issued by", value: PlainWords.state(withCode: zone.issuingState)),
            Field(name: "number", value: redacted(zone.documentNumber)),
            Field(
                name: "valid until",
                value: redacted(DayText.of(zone.dateOfExpiry, asOf: today) + (isExpired ? ", EXPIRED" : "")),
                isAlarming: isExpired),
        ]
    }

    private var personFields: [Field] {
        guard let details = try? vouchedFor.parsed(EFDG11.self) else { return [] }
        return [
            Field(name: "full name", value: redacted(details.name?.spaced)),
            Field(name: "place of birth", value: redacted(details.placeOfBirth?.spaced)),
            Field(name: "personal number", value: redacted(details.personalNumber?.spaced)),
            Field(name: "address", value: redacted(details.address?.spaced)),
        ]
    }

    private var issueFields: [Field] {
        guard let issue = try? vouchedFor.parsed(EFDG12.self) else { return [] }
        return [
            Field(name: "issued on", value: redacted(issue.dateOfIssue?.date.map { DayText.of($0) })),
            Field(name: "authority", value: redacted(issue.issuingAuthority?.spaced)),
        ]
    }

    private func redacted(_ text: String?) -> String { isRedacted ? "" : text ?? "" }

    private var portraitText: String {
        guard let portrait, !isRedacted else { return "" }
        let size = portrait.width.flatMap { width in portrait.height.map { "\(width) x \($0) pixels, " } } ?? ""
        return "\(portrait.format.name), \(size)\(Count.bytes(portrait.image.count))"
    }

    // MARK: - How it was read

    /// Reader, key, access, time; or where the saved files are.
    var readingFields: [(name: String, value: String)] {
        let portrait = portraitText.isEmpty ? [] : [(name: "portrait", value: portraitText)]
        guard let reading else {
            return (isRedacted ? [] : path.map { [(name: "folder", value: $0)] } ?? []) + portrait
        }
        let access = reading.reading.access
        let traffic = reading.traffic
        let own = max(.zero, reading.time - traffic.time)
        var fields: [(name: String, value: String)] = [
            ("reader", "\(reading.reader) (\(source.rawValue))"), ("key", reading.keyOrigin),
        ]
        // A session that is set up again is told once, with how often.
        var attempts: [String] = []
        for text in access.attempts.map(Self.text) where attempts.last != text { attempts.append(text) }
        fields += attempts.map { (name: "access", value: $0) }
        if access.established == .unprotected { fields.append(("access", "none needed")) }
        if access.renewals > 0 { fields.append(("", "set up again \(Count.times(access.renewals))")) }
        fields.append(
            (
                "time",
                "\(DurationText.milliseconds(reading.time)), of which \(DurationText.milliseconds(traffic.time)) card and "
                    + "reader, \(DurationText.milliseconds(own)) inlay"
            ))
        fields.append(
            (
                "traffic",
                "\(Count.of(traffic.exchanges, "exchange")), \(Count.bytes(traffic.bytesSent)) sent, "
                    + "\(Count.bytes(traffic.bytesReceived)) received"
            ))
        return fields + portrait
    }

    /// A file that was read, or was not.
    struct FileRow: Hashable, Sendable {
        let name: String
        let title: String
        /// `123 bytes`, or why it was not read.
        let size: String
        /// How many commands it took.
        let remark: String
        let isMissing: Bool
    }

    /// The files, and those that were not read.
    var fileRows: [FileRow] {
        let read = files.ids.map { id in
            FileRow(
                name: id.name, title: id.title, size: Count.bytes(files[id]?.count ?? 0),
                remark: reading?.reading.reads[id].map { Count.of($0, "read") } ?? "", isMissing: false)
        }
        let skipped = (reading?.reading.skipped ?? [:]).sorted { $0.key < $1.key }
        return read
            + skipped.map { id, reason in
                FileRow(name: id.name, title: id.title, size: "\(reason)", remark: "", isMissing: true)
            }
    }

    private static func text(_ attempt: AccessSummary.Attempt) -> String {
        switch attempt.outcome {
        case .succeeded: attempt.name
        case .refusedSecret(let status): "\(attempt.name) refused the secret" + (status.map { " (\($0))" } ?? "")
        case .notOffered(let status): "\(attempt.name) is not offered (\(status))"
        case .failed(let error): "\(attempt.name) failed: \(error.code)"
        }
    }
}
