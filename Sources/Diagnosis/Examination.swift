import InlaySeams
import PCSC
import ReaderKnowledge

/// Goes down the tree, and stops at the first cause.
package struct Examination: Sendable {
    /// How far it goes.
    package enum Depth: Int, Hashable, Sendable {
        /// Files only: the service is not spoken to.
        case files
        /// The service is asked; no card is touched.
        case service
        /// The card is powered.
        case card
    }

    private let machine: Machine
    package var depth: Depth
    package var symptom = Symptom.none
    package var wantedReader: String?
    package var cardKind: CardKind?
    /// A simulator is meant, which needs nothing of what is looked at.
    package var isSimulator = false
    /// A simulator that was named and that there is not; what stands in it is the name that is like it.
    package var unknownSimulator: String?
    package var tap: TapFacts?
    /// Whether a reader that is plugged in and not listed is given a few seconds.
    package var waitsForReaders = true

    package init(of machine: Machine, depth: Depth) {
        self.machine = machine
        self.depth = depth
    }

    /// Looks. `onStage` is told each step before it is done.
    package func run(onStage: (DecisionTree.Stage) -> Void = { _ in }) -> DiagnosisReport {
        var walk = Walk(facts: Facts())
        walk.facts.symptom = symptom
        walk.facts.wantedReader = wantedReader
        walk.facts.cardKind = cardKind
        walk.facts.unknownSimulator = unknownSimulator
        walk.facts.isSimulator = isSimulator
        walk.facts.tap = tap
        for stage in DecisionTree.Stage.allCases {
            if stage.isActive, depth == .files {
                walk.skipped.append("\(stage.words): not asked for")
                continue
            }
            if stage == .connection, depth != .card {
                walk.skipped.append("\(stage.words): not asked for (--connect)")
                continue
            }
            guard !machine.interruption.isRequested else { return walk.report(isWhole: false) }
            onStage(stage)
            probe(stage, &walk.facts)
            // What a look that was broken off did not see is no fact.
            guard !machine.interruption.isRequested else { return walk.report(isWhole: false) }
            walk.decide(stage)
            // A file or simulator has nothing to do with readers.
            if walk.finding != nil || walk.facts.file != nil || isSimulator { break }
        }
        return walk.report(isWhole: !machine.interruption.isRequested)
    }

    private func lookAtService(_ facts: inout Facts) {
        facts.service = ServiceProbe.look(at: machine, in: facts.surroundings)
        if symptom == .virtualReader { VirtualReaderProbe.look(at: machine, &facts.service) }
    }

    private func probe(_ stage: DecisionTree.Stage, _ facts: inout Facts) {
        switch stage {
        case .request:
            if case .file(let path) = symptom { facts.file = FileProbe.look(at: machine, path: path) }
        case .surroundings: facts.surroundings = SurroundingsProbe.look(at: machine)
        case .service: lookAtService(&facts)
        case .devices:
            facts.kernel = KernelProbe.look(at: machine)
            facts.devices = DeviceProbe.look(at: machine)
            facts.drivers = DriverProbe.look(at: machine, for: facts.service)
        case .permission: facts.permission = PermissionProbe.look(at: machine, for: facts.service)
        case .socket:
            facts.answer = machine.askService(machine.files.location(facts.service.socket.path))
            if case .version(_, _, _, let peer?)? = facts.answer {
                facts.answerer = ProcessList(files: machine.files).name(peer.process)
            }
        case .readers:
            facts.pcsc = PCSCProbe.look(
                at: machine,
                expectsReader: waitsForReaders && facts.devices.contains { $0.isCCID || $0.model?.isPCSC == true })
            // Being asked can be what it dies of: systemd and files are looked at again.
            if facts.pcsc?.establish != .done { lookAtService(&facts) }
            let isUsed = facts.pcsc?.readers.contains { $0.isInUse || $0.isExclusive } ?? false
            if isUsed || symptom != .none { facts.clients = machine.clients(facts.service.socket.path) }
        case .connection:
            guard let reader = facts.meantReaders.first(where: \.isCardPresent) ?? facts.meantReaders.first else {
                return
            }
            facts.connection = ConnectionProbe.look(at: machine, reader: reader.reader)
            if facts.connection?.outcome != .done { facts.clients = machine.clients(facts.service.socket.path) }
        }
    }
}

/// What is found on the way.
private struct Walk {
    var facts: Facts
    var finding: Finding?
    /// A device that cannot be used, while another one may be what is meant.
    var pending: Finding?
    var notes: [Finding] = []
    var skipped: [String] = []

    init(facts: Facts) { self.facts = facts }

    mutating func decide(_ stage: DecisionTree.Stage) {
        let distribution = facts.surroundings.distribution
        for identifier in stage.causes {
            guard let cause = Cause.numbered(identifier) else { continue }
            guard let evidence = cause.rule(facts) else {
                // What was looked at since then says otherwise.
                notes.removeAll { $0.identifier == identifier }
                continue
            }
            let found = Finding(cause, evidence, on: distribution)
            if found.isNote {
                notes.removeAll { $0.identifier == found.identifier }
                notes.append(found)
            } else if finding == nil {
                if stage == .devices, hasHealthyReader(besides: evidence.device) {
                    pending = pending ?? found
                } else {
                    finding = found
                }
            }
        }
    }

    /// Besides a device in trouble there is a reader that should work.
    private func hasHealthyReader(besides subject: String?) -> Bool {
        if !facts.service.configuredReaders.isEmpty { return true }
        return facts.devices.contains { device in
            device.path != subject && device.isAuthorized && !device.isIgnored
                && !facts.drivers.bundles(for: device).isEmpty
                && !device.holders.contains(where: KernelFacts.nfcModuleNames.contains)
                && SpecialDevices.oldestFirmware[device.identifier].map { device.release >= $0 } ?? true
                && (device.node == nil || device.node?.letsIn(facts.service.serviceUnit.user ?? "root") == true)
        }
    }

    func report(isWhole: Bool) -> DiagnosisReport {
        var (finding, notes) = (finding, notes)
        if let pending {
            // An empty reader beside one that cannot work: the second one is what the user wonders about.
            if finding == nil, !facts.hasAnsweringCard || facts.wantedReader != nil {
                finding = pending
            } else if let found = finding, ["C46", "C71"].contains(found.identifier) {
                notes.append(found)
                finding = pending
            } else {
                notes.append(pending)
            }
        }
        notes.removeAll { $0.identifier == finding?.identifier }
        let outcome: DiagnosisReport.Outcome =
            if finding != nil {
                .causeFound
            } else if !isWhole {
                .couldNotLook
            } else {
                notes.isEmpty ? .nothingFound : .onlyNotes
            }
        return DiagnosisReport(
            finding: finding, notes: notes,
            fine: facts.surroundings.isKnown ? FineLines.lines(facts, beside: finding) : [], skipped: skipped,
            outcome: outcome,
            facts: facts)
    }
}
