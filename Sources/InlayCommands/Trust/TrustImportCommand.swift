import CardCrypto
import InlaySeams
import Octets
import Trust

/// `inlay trust import`.
enum TrustImportCommand {
    static let command = Command(
        "trust", "import", summary: "trust CSCA certificates, from files or master lists",
        discussion: [
            "PEM, DER, master lists, LDIF of the ICAO PKD, and revocation lists; folders are taken file by file. What "
                + "cannot be read is counted and passed over.",
            "A certificate that is named becomes trusted. Those of a master list do when a trusted CSCA issued the "
                + "list's own signer, or with --accept-lists. A revocation list must be signed by a trusted CSCA.",
        ],
        positional: Positional(
            placeholder: "FILE…", count: 1...1000, summary: "files or folders, or sim:NAME for a simulator's state"),
        groups: [OptionGroup(title: "Trust", options: [PassportOptions.acceptLists])],
        examples: [
            ("inlay trust import DE_CSCA.cer DE_ML.ml", "the German root, and the list that it vouches for"),
            ("inlay trust import icaopkd-002-complete.ldif", "master lists of the ICAO PKD"),
        ]
    ) { (arguments, house, output) throws(Failure) in
        try run(arguments, house, output)
    }

    private static func run(_ arguments: Arguments, _ house: House, _ output: Output) throws(Failure) -> ExitCode {
        let folder = try TrustFolder.required(house)
        var sources: [(name: String, bytes: [UInt8])] = []
        // One path that cannot be read does not keep the others out.
        var failures: [Failure] = []
        for path in arguments.positionals {
            do throws(Failure) { sources += try TrustFiles.contents(of: path, house) } catch { failures.append(error) }
        }
        if sources.isEmpty, let failure = failures.first { throw failure }
        let (files, store) = try folder.change { store throws(Failure) in
            var taking = TrustImport(
                into: store, at: house.time.now, acceptsLists: arguments.has(PassportOptions.acceptLists))
            // The name is kept with what came from the file; where it lay then is of no use later.
            for source in sources { taking.add(source.bytes, named: lastComponent(source.name)) }
            let (new, files) = taking.result()
            return (new, (files, new))
        }
        if output.isText {
            for file in files { show(file, output) }
            output.print(StyledText(total(store), .strong))
            if files.flatMap(\.masterLists).contains(where: { $0.takenAs == nil && !($0.problem.map(isWrong) ?? false) }
            ) {
                output.note(
                    "A master list counts when the CSCA of its own signer is trusted: import that certificate first, from "
                        + "its state's web site; or use --accept-lists.")
            }
        } else {
            output.json([
                "schema": "inlay.trust.import/1", "files": .array(files.map(document)),
                "anchors": .int(store.anchors.count), "countries": .int(store.countries.count),
                "revocationLists": .int(store.revocationLists.count),
            ])
        }
        for failure in failures { output.complaint(failure) }
        return ExitCode.worst(of: files.map(exitCode) + failures.map(\.exitCode))
    }

    private static func lastComponent(_ path: String) -> String {
        path.hasPrefix("sim:") ? path : path.split(separator: "/").last.map(String.init) ?? path
    }

    static func total(_ store: TrustStore) -> String {
        guard !store.isEmpty else { return "nothing is trusted" }
        let lists = store.revocationLists.count
        return
            "\(Count.of(store.anchors.count, "certificate")) of \(Count.of(store.countries.count, "country", "countries"))"
            + " trusted, \(lists == 0 ? "no revocation list" : Count.of(lists, "revocation list"))"
    }

    /// A list that is not believed is something that could not be checked, or something wrong.
    private static func exitCode(_ file: TrustImport.File) -> ExitCode {
        let refused = file.masterLists.filter { $0.takenAs == nil }
        if refused.contains(where: { $0.problem.map(isWrong) ?? false }) { return .checkFailed }
        if !refused.isEmpty { return .notEstablished }
        return file.isOfUse ? .done : .malformedData
    }

    private static func isWrong(_ reason: Reason) -> Bool {
        switch reason {
        case .noAnchors, .issuerUnknown: false
        default: true
        }
    }

    // MARK: - For people

    private static func show(_ file: TrustImport.File, _ output: Output) {
        var parts: [String] = []
        if file.anchors.new > 0 { parts.append("\(Count.of(file.anchors.new, "certificate")) new") }
        if file.anchors.known > 0 { parts.append("\(file.anchors.known) known") }
        if file.revocationLists.new > 0 {
            parts.append("\(Count.of(file.revocationLists.new, "revocation list")) new")
        }
        if file.revocationLists.known > 0 { parts.append("\(file.revocationLists.known) known revocation lists") }
        output.paragraph(
            StyledText(file.name, .strong)
                + StyledText("  \(parts.isEmpty ? "nothing taken" : parts.joined(separator: ", "))"),
            indent: 2)
        if !file.isOfUse, file.masterLists.isEmpty, file.skipped.isEmpty {
            output.paragraph(
                StyledText(
                    "  it holds no certificate, master list or revocation list: give PEM, DER or LDIF", .doubtful),
                indent: 4)
        }
        for list in file.masterLists { show(list, output) }
        for (reason, count) in file.skipped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            output.paragraph(StyledText("  passed over: \(count) \(reason.words)", .doubtful), indent: 4)
        }
    }

    private static func show(_ list: ImportedMasterList, _ output: Output) {
        let signer = list.signer.map { " signed by \($0.subject)" } ?? ""
        let day = list.signed.map { " on \($0.isoDate)" } ?? ""
        let text = "  master list of \(Count.of(list.certificateCount, "certificate"))\(signer)\(day): "
        switch list.takenAs {
        case .anchoredList, .user:
            output.paragraph(StyledText(text) + StyledText("its signer is trusted", .good), indent: 4)
        case .acceptedList:
            output.paragraph(
                StyledText(text) + StyledText("taken at its word (\(why(list)))", .doubtful), indent: 4)
        case nil: output.paragraph(StyledText(text) + StyledText("not taken: \(why(list))", .bad), indent: 4)
        }
    }

    private static func why(_ list: ImportedMasterList) -> String { list.problem?.description ?? "" }

    // MARK: - For machines

    private static func document(_ file: TrustImport.File) -> JSONValue {
        [
            "name": .string(file.name), "format": .string(file.format.rawValue),
            "newCertificates": .int(file.anchors.new), "knownCertificates": .int(file.anchors.known),
            "newRevocationLists": .int(file.revocationLists.new),
            "knownRevocationLists": .int(file.revocationLists.known),
            "masterLists": .array(file.masterLists.map(document)),
            "passedOver": .object(
                file.skipped.sorted { $0.key.rawValue < $1.key.rawValue }
                    .map { .init(key: $0.key.rawValue, value: .int($0.value)) }),
        ]
    }

    private static func document(_ list: ImportedMasterList) -> JSONValue {
        let taken: JSONValue =
            switch list.takenAs {
            case .anchoredList, .user: "anchored"
            case .acceptedList: "accepted"
            case nil: .null
            }
        return [
            "certificates": .int(list.certificateCount), "taken": taken,
            "problem": JSONValue(list.problem?.description),
            "signer": JSONValue(list.signer?.subject.description),
            "issuer": JSONValue(list.issuer?.subject.description),
            "signed": JSONValue(list.signed?.iso8601),
        ]
    }
}
