import ISO7816
import PCSC
import ReaderKnowledge

/// What several rules ask.
extension Facts {
    /// What is wrong with the socket; nil when nothing is known to be.
    var socketProblem: String? {
        let socket = service.socket
        if socket.path.isEmpty { return "is no name of a socket" }
        switch socket.lookup {
        case .missing: return "does not exist"
        case .denied: return "may not be looked at"
        case .found(let status):
            guard status.kind == .socket else { return "is \(status.kind.rawValue)" }
            if !socket.isWritable { return "this user may not write to" }
            return socket.hasListener == false || answer == .refused ? "nobody listens behind" : nil
        }
    }

    /// What is wrong with the socket that a variable names, also when somebody listens there who is no pcscd; nil when
    /// nothing is known to be.
    var targetProblem: String? {
        if let socketProblem { return socketProblem }
        // polkit's own word is better than a guess.
        guard permission.service != .refused else { return nil }
        switch answer {
        case .silent: return "took the connection and said nothing"
        case .dropped: return "took the connection and closed it"
        case .denied: return "this user may not connect to"
        case .unusable: return "does not take connections as pcscd does"
        case .missing, .refused, .version, nil: break
        }
        guard let pcsc else { return nil }
        for outcome in [pcsc.establish, pcsc.list, pcsc.states] {
            switch outcome {
            case .hung: return "did not answer in time"
            case .refused(let code) where ![.noReadersAvailable, .serviceStopped].contains(code):
                return "does not answer as pcscd does (\(code.description))"
            case .refused, .done: break
            }
        }
        return nil
    }

    /// Somebody else than pcscd gave the answer, as far as that can be seen: systemd holds the socket for pcscd.
    var strangeAnswerer: String? { answerer.flatMap { ["pcscd", "systemd", "init"].contains($0) ? nil : $0 } }

    /// The service closed the door: PC/SC said so, or polkit will.
    var isRefusedByService: Bool {
        // Who closes the door at the end of a variable need not be pcscd.
        guard surroundings.socketVariable == nil else { return false }
        if pcsc?.establish == .refused(.securityViolation) || symptom == .code(.securityViolation) { return true }
        return false
    }

    /// This is a box into which only the socket was passed: the service, and its polkit, are the host's.
    var isServiceOutside: Bool {
        surroundings.box != .none && (service.process == nil || service.program == nil)
    }

    /// polkit says no to this user.
    var polkitRefuses: Bool {
        if permission.service == .refused { return true }
        // Where it cannot be asked, the service's own no must do.
        return isRefusedByService && [.unknown, .silent].contains(permission.service) && !surroundings.isRoot
            && !surroundings.hidesProcesses && service.version?.description != "2.3.2"
    }

    /// PC/SC answers and knows no reader.
    var hasNoReader: Bool { pcsc?.establish == .done && pcsc?.readers.isEmpty == true }

    /// pcscd is known to be older than this.
    func isDaemon(before version: (Int, Int, Int)) -> Bool {
        service.version.map { $0 < DriverVersion(version.0, version.1, version.2) } ?? false
    }

    /// The readers that count: those that are meant, or all.
    var meantReaders: [ReaderState] {
        let readers = pcsc?.readers ?? []
        guard let wanted = wantedReader else { return readers }
        if let exact = readers.first(where: { $0.reader == wanted }) { return [exact] }
        return readers.filter { $0.reader.lowercased().contains(wanted.lowercased()) }
    }

    /// A card lies there and answers.
    var hasAnsweringCard: Bool { meantReaders.contains { $0.isCardPresent && $0.answerToReset != nil && !$0.isMute } }

    /// A card answers that could be another than the one that is meant: readers say it of storage cards, and this one does
    /// not.
    package var isOtherCardPossible: Bool {
        guard let kind = cardKind, [.transit, .vicinity].contains(kind), hasAnsweringCard else { return false }
        return !meantReaders.contains { reader in
            reader.answerToReset.flatMap { RadioTechnology($0) }.map { kind.technologies.contains($0.knowledge) }
                ?? false
        }
    }

    /// Whether PC/SC lists a reader that is this device, as far as names tell.
    func isListed(_ device: USBDevice) -> Bool {
        (pcsc?.readers ?? []).contains { reader in
            if let model = device.model, ReaderCatalog.model(pcscName: reader.reader) == model { return true }
            guard let product = device.product, product.count > 3 else { return false }
            return reader.reader.lowercased().contains(product.lowercased())
        }
    }

    /// Devices that PC/SC should list, and does not.
    var unlisted: [USBDevice] {
        guard let pcsc, pcsc.establish == .done else { return [] }
        let candidates = devices.filter { $0.isAuthorized && ($0.isCCID || $0.model?.isPCSC == true) && !isListed($0) }
        // A name that says nothing may still be one of them: there must be fewer readers than devices.
        let strangers = pcsc.readers.filter { reader in
            !devices.contains { device in
                ReaderCatalog.model(pcscName: reader.reader).map { $0 == device.model } ?? false
            } && !service.configuredReaders.contains { reader.reader.hasPrefix($0) }
        }
        return strangers.count >= candidates.count ? [] : candidates
    }

    /// The bits of `ifdDriverOptions` of the driver that takes a device.
    var driverOptions: UInt32 { drivers.classDriver?.options ?? 0 }

    /// The names of clients, for a sentence.
    var clientNames: String? {
        guard let clients, !clients.isEmpty else { return nil }
        return clients.map(\.words).joined(separator: ", ")
    }
}
