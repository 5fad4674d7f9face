import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets

/// What the terminal and the page both show, as names and values.
extension PassportReport {
    /// About the document.
    var documentFields: [(name: String, value: String)] {
        guard let zone else { return [] }
        let today = moment.calendarDate
        let issue = try? vouchedFor.parsed(EFDG12.self)
        return [
            ("type", "\(zone.documentCode) (\(MRZText.name(zone.format)))"),
            ("issued by", zone.issuingState),
            ("number", redacted(zone.documentNumber)),
            ("issued on", redacted(issue?.dateOfIssue?.date?.description)),
            ("authority", redacted(issue?.issuingAuthority?.spaced)),
            ("valid until", redacted(MRZText.date(zone.dateOfExpiry, asOf: today))),
        ]
    }

    /// About its holder.
    var holderFields: [(name: String, value: String)] {
        guard let zone else { return [] }
        let today = moment.calendarDate
        let details = try? vouchedFor.parsed(EFDG11.self)
        return [
            ("full name", redacted(details?.name?.spaced)),
            ("nationality", zone.nationality),
            ("born", redacted(MRZText.date(zone.dateOfBirth, asOf: today))),
            ("in", redacted(details?.placeOfBirth?.spaced)),
            ("sex", MRZText.name(zone.sex)),
            ("personal number", redacted(details?.personalNumber?.spaced ?? zone.optionalData)),
            ("address", redacted(details?.address?.spaced)),
            ("portrait", portraitText),
        ]
    }

    private func redacted(_ text: String?) -> String { isRedacted ? "" : text ?? "" }

    private var portraitText: String {
        guard let portrait else { return "" }
        let size = portrait.width.flatMap { width in portrait.height.map { "\(width) x \($0) pixels, " } } ?? ""
        return "\(portrait.format.name), \(size)\(Count.bytes(portrait.image.count))"
    }

    // MARK: - How it was read

    /// Reader, key, access, time; or where the saved files are.
    var readingFields: [(name: String, value: String)] {
        guard let reading else { return isRedacted ? [] : path.map { [(name: "folder", value: $0)] } ?? [] }
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
        return fields
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
