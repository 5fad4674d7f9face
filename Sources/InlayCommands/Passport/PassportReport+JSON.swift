import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets
import Trust

extension PassportReport {
    /// `inlay.passport/1`.
    var document: JSONValue {
        [
            "schema": "inlay.passport/1",
            "version": .string(Inlay.version),
            "source": .string(source.rawValue),
            "path": JSONValue(shownPath),
            "reader": JSONValue(reading?.reader),
            "at": .string(moment.isoDate),
            "redacted": .bool(isRedacted),
            "complete": .bool(reading?.reading.isComplete ?? ambiguous.isEmpty),
            "interruption": interruptionDocument,
            "verdict": verdictDocument,
            "document": zoneDocument,
            "documentReason": JSONValue(zone == nil ? zoneReason : nil),
            "details": detailsDocument,
            "portrait": portraitDocument,
            "access": accessDocument,
            "files": .array(filesDocument),
            "checks": .array(checks.map(\.document)),
            "deviations": .array(deviations.map(\.document)),
            "remarks": .array(remarks.map { .string($0) }),
            "timing": timingDocument,
        ]
    }

    private var interruptionDocument: JSONValue {
        guard let reading, let error = reading.reading.interruption else { return nil }
        let failure = Failure(error, reader: reading.reader)
        return ["code": .string(failure.kind), "step": JSONValue(failure.step), "message": .string(failure.message)]
    }

    private var verdictDocument: JSONValue {
        let summary = summary
        let holds: JSONValue
        switch conclusion {
        case .holds: holds = "holds"
        case .failed: holds = "failed"
        case .notEstablished: holds = "notEstablished"
        }
        return [
            "required": .string(requirement.rawValue), "conclusion": holds, "sentence": .string(sentence),
            "exitCode": .int(Int(exitCode.rawValue)), "finding": .string(summary.finding.rawValue),
            "headline": .string(summary.headline), "explanation": .array(summary.explanation.map { .string($0) }),
            "advice": .array(summary.advice.map { .string($0) }),
        ]
    }

    // MARK: - What the document says

    private var zoneReason: String {
        guard !ambiguous.contains(.dg1) else { return MissingFile.ambiguous.reason(.dg1) }
        guard files[.dg1] != nil else { return "EF.DG1 was not read" }
        do throws(ParseError) {
            _ = try files.parsed(EFDG1.self)
            return "EF.DG1 holds no machine readable zone"
        } catch {
            return error.description
        }
    }

    private var zoneDocument: JSONValue {
        guard let zone else { return nil }
        let harmless: JSONValue = [
            "format": .string(MRZText.name(zone.format)),
            "documentCode": .string(zone.documentCode),
            "issuingState": .string(zone.issuingState),
            "nationality": .string(zone.nationality),
            "sex": .string(MRZText.name(zone.sex)),
        ]
        guard !isRedacted else { return harmless }
        let lines = JSONValue.array(zone.lines().map { .string($0) })
        let whole: JSONValue = ["format": .string(MRZText.name(zone.format)), "lines": lines]
        return whole.appending(MRZReport.members(zone, moment.calendarDate))
    }

    private var detailsDocument: JSONValue {
        guard !isRedacted else { return nil }
        let person = try? vouchedFor.parsed(EFDG11.self)
        let issue = try? vouchedFor.parsed(EFDG12.self)
        guard person != nil || issue != nil else { return nil }
        return [
            "fullName": JSONValue(person?.name?.raw),
            "otherNames": .array((person?.otherNames ?? []).map { .string($0.raw) }),
            "personalNumber": JSONValue(person?.personalNumber?.raw),
            "dateOfBirth": JSONValue(person?.dateOfBirth?.date?.description),
            "placeOfBirth": JSONValue(person?.placeOfBirth?.raw),
            "address": JSONValue(person?.address?.raw),
            "telephone": JSONValue(person?.telephone?.raw),
            "profession": JSONValue(person?.profession?.raw),
            "title": JSONValue(person?.title?.raw),
            "issuingAuthority": JSONValue(issue?.issuingAuthority?.raw),
            "dateOfIssue": JSONValue(issue?.dateOfIssue?.date?.description),
            "observations": JSONValue(issue?.observations?.raw),
        ]
    }

    private var portraitDocument: JSONValue {
        guard let portrait else { return nil }
        return [
            "format": .string(portrait.format.name), "bytes": .int(portrait.image.count),
            "width": JSONValue(portrait.width), "height": JSONValue(portrait.height),
        ]
    }

    // MARK: - How it was read

    private var accessDocument: JSONValue {
        guard let reading else { return nil }
        let access = reading.reading.access
        return [
            "established": JSONValue(access.established?.name),
            "protocol": JSONValue(access.attempts.last { $0.outcome == .succeeded }?.name),
            "key": .string(reading.keyOrigin),
            "fellBackToBAC": .bool(access.fellBackToBAC),
            "renewals": .int(access.renewals),
            "attempts": .array(access.attempts.map(Self.document)),
        ]
    }

    private static func document(_ attempt: AccessSummary.Attempt) -> JSONValue {
        let outcome: String
        var status: StatusWord?
        switch attempt.outcome {
        case .succeeded: outcome = "succeeded"
        case .refusedSecret(let answer): (outcome, status) = ("refusedSecret", answer)
        case .notOffered(let answer): (outcome, status) = ("notOffered", answer)
        case .failed(let error):
            outcome = "failed"
            if case .unexpectedStatus(let answer) = error.code { status = answer }
        }
        return [
            "protocol": .string(attempt.name), "outcome": .string(outcome), "status": JSONValue(status?.description),
        ]
    }

    private var filesDocument: [JSONValue] {
        let read = files.ids.map { id -> JSONValue in
            [
                "file": .string(id.name), "title": .string(id.title), "state": "read",
                "bytes": .int(files[id]?.count ?? 0), "reads": JSONValue(reading?.reading.reads[id]), "reason": nil,
            ]
        }
        let skipped = (reading?.reading.skipped ?? [:]).sorted { $0.key < $1.key }.map { id, reason -> JSONValue in
            [
                "file": .string(id.name), "title": .string(id.title), "state": "skipped", "bytes": nil, "reads": nil,
                "reason": .string(reason.description),
            ]
        }
        return read + skipped
    }

    private var timingDocument: JSONValue {
        guard let reading else { return nil }
        let traffic = reading.traffic
        return [
            "microseconds": .microseconds(reading.time),
            "cardMicroseconds": .microseconds(traffic.time),
            "ownMicroseconds": .microseconds(max(.zero, reading.time - traffic.time)),
            "exchanges": .int(traffic.exchanges),
            "bytesSent": .int(traffic.bytesSent),
            "bytesReceived": .int(traffic.bytesReceived),
            "commands": reading.times?.commands ?? .null,
            "predicted": reading.times?.predicted ?? .null,
        ]
    }
}
