import EMRTD
import ISO7816
import InlaySeams
import LDS
import Octets

/// `inlay passport info`.
enum PassportInfoCommand {
    static let command = Command(
        "passport", "info", summary: "what a document offers, without a secret: ways in, applications, lengths",
        discussion: [
            "Nothing is opened and nothing on the card changes. It tells which secret would open the document, before "
                + "anybody types one.",
            "A chip need not say everything before it is opened: what it has not shown is told as such.",
        ],
        groups: [CommonOptions.card],
        examples: [
            ("inlay passport info --reader sim:passport", "a simulated passport; no reader and no card needed"),
            ("inlay passport info --wait", "the document that is laid on the reader next"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        let session = try CardSession(arguments, house)
        defer { session.close(reset: true, output) }
        session.connection.resetsOnExit()
        let information: ChipInformation
        do throws(CardError) {
            // Whatever another program left selected on the card would lead astray.
            _ = try session.link.reset(.warm)
            information = try session.link.withTransaction { () throws(CardError) in
                EPassportReader().information(
                    from: LinkChannel(session.link), isCancelled: { house.interruption.isRequested })
            }
        } catch {
            throw Failure(error, reader: session.connection.reader)
        }
        session.close(reset: true, output)
        let page = Page(
            information: information, capabilities: session.link.answerToReset.capabilities,
            answerToReset: session.link.answerToReset.bytes, reader: session.connection.reader,
            source: session.connection.source)
        if output.isText { page.show(on: output) } else { output.json(page.document) }
        if let error = information.interruption { throw Failure(error, reader: session.connection.reader) }
        guard information.isPassport || !information.paceOffers.isEmpty else {
            output.note("this is no passport; inlay info tells what card it is")
            return .wrongKind
        }
        return .done
    }

    /// What was learnt, for people and programs.
    private struct Page {
        let information: ChipInformation
        let capabilities: CardCapabilities?
        let answerToReset: [UInt8]
        let reader: String
        let source: CardConnection.Source

        private static let column = 18

        // MARK: - For people

        func show(on output: Output) {
            output.print(StyledText("\(reader) (\(source.rawValue))", .strong))
            line("ATR", Hex.string(answerToReset, separator: " "), output)
            line("lengths", lengths, output)
            output.print()
            output.print(StyledText("Ways in", .strong))
            let preferred = information.preferredOffer
            for offer in information.paceOffers {
                let remark = !offer.isUsable ? "  not usable" : offer.description == preferred ? "  used by a read" : ""
                output.paragraph(
                    StyledText("  PACE", .faint).padded(Self.column) + StyledText(offer.description)
                        + StyledText(remark, .faint), indent: Self.column)
            }
            line("BAC", basicAccess.words, output)
            if information.isOpen { line("none needed", "the chip gives its files to everybody", output) }
            line("with", secrets, output)
            output.print()
            output.print(StyledText("Applications", .strong))
            // Names of applications are longer than those of files.
            let column = information.applications.reduce(Self.column) { max($0, $1.title.count + 4) }
            for application in information.applications {
                line(
                    application.title, application.isThere ? "there" : Self.absence(application.status), output,
                    column: column)
            }
            output.print()
            output.print(StyledText("Files that everybody may read", .strong))
            for (file, state) in files { line(file.name, Self.words(state), output) }
            guard !information.deviations.isEmpty else { return }
            output.print()
            output.print(StyledText("Deviations from the standard", .strong))
            for deviation in information.deviations {
                output.paragraph(
                    StyledText("  \(deviation)") + StyledText("  (\(deviation.clause))", .faint), indent: 4)
            }
        }

        private func line(_ name: String, _ value: String, _ output: Output, column: Int = column) {
            output.paragraph(StyledText("  \(name)", .faint).padded(column) + StyledText(value), indent: column)
        }

        private var lengths: String {
            guard let capabilities else { return "the card does not say" }
            guard capabilities.extendedLength else { return "short commands" }
            if case .read(let bytes) = information.attributes, let info = try? EFATRInfo(parsing: bytes),
                let command = info.maximumCommandLength, let response = info.maximumResponseLength
            {
                return "extended: commands of up to \(Count.bytes(command)), answers of up to \(Count.bytes(response))"
            }
            return "extended"
        }

        /// What the answer to GET CHALLENGE says about BAC.
        private var basicAccess: (state: String, words: String) {
            guard let status = information.challenge else { return ("unknown", "not asked, there is no passport") }
            if status == .success {
                return ("perhaps", "the chip gives a challenge, with which BAC begins; some do without having BAC")
            }
            return ("notOffered", "not offered (\(status), \(status.meaning))")
        }

        private var secrets: String {
            if information.isOpen { return "nothing" }
            if !information.paceOffers.isEmpty {
                return "the machine readable zone, or the card access number if printed"
            }
            return information.challenge == .success ? "the machine readable zone" : "it does not say"
        }

        private var files: [(FileID, ChipInformation.File)] {
            [
                (.cardAccess, information.cardAccess), (.atrInfo, information.attributes),
                (.directory, information.directory),
            ]
        }

        private static func words(_ state: ChipInformation.File) -> String {
            switch state {
            case .read(let bytes): Count.bytes(bytes.count)
            case .absent: "not there"
            case .notReadable(let status): "not readable before access (\(status))"
            }
        }

        private static func absence(_ status: StatusWord) -> String {
            status == 0x6A82 ? "not there" : "does not show itself (\(status))"
        }

        // MARK: - For programs

        var document: JSONValue {
            [
                "schema": "inlay.passport-info/1",
                "source": .string(source.rawValue),
                "reader": .string(reader),
                "atr": .string(Hex.string(answerToReset)),
                "extendedLength": capabilities.map { .bool($0.extendedLength) } ?? .null,
                "pace": .array(
                    information.paceOffers.map {
                        [
                            "protocol": .string($0.description), "usable": .bool($0.isUsable),
                            "preferred": .bool($0.isUsable && $0.description == information.preferredOffer),
                        ]
                    }),
                "bac": .string(basicAccess.state),
                "open": .bool(information.isOpen),
                "applications": .array(
                    information.applications.map {
                        [
                            "title": .string($0.title), "aid": .string(Hex.string($0.identifier)),
                            "there": .bool($0.isThere), "status": .string($0.status.description),
                        ]
                    }),
                "files": .array(files.map { Self.document($0, $1) }),
                "deviations": .array(information.deviations.map { ReportedDeviation($0).document }),
            ]
        }

        private static func document(_ file: FileID, _ state: ChipInformation.File) -> JSONValue {
            let name: String
            var bytes: [UInt8]?
            var status: StatusWord?
            switch state {
            case .read(let contents): (name, bytes) = ("read", contents)
            case .absent(let answer): (name, status) = ("absent", answer)
            case .notReadable(let answer): (name, status) = ("notReadable", answer)
            }
            return [
                "file": .string(file.name), "state": .string(name), "bytes": JSONValue(bytes.map { Hex.string($0) }),
                "status": JSONValue(status?.description),
            ]
        }
    }
}
