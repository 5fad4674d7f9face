import ISO7816
import PCSC
import ReaderKnowledge

extension Cause {
    /// What was asked for is the matter: a name, a file, a kind of card. Met at our own desk, not in public reports.
    static let requests: [Cause] = [
        Cause(
            "C64", "no-such-simulator", .reader, "no simulator has the name that was given",
            sees: "\"there is no such simulator\"",
            found: "--reader or INLAY_READER begins with sim:, and none is called so",
            not: ["C41": "a reader of PC/SC is named there"],
            remedy: Remedy("inlay sim list shows the simulators that there are"), sources: met
        ) { facts in
            facts.unknownSimulator.map { near in
                Evidence(near.isEmpty ? "none is called nearly so" : "\(near) is meant, perhaps")
            }
        },
        Cause(
            "C65", "several-readers", .reader, "more than one reader could be meant",
            sees: "\"several readers have a card\", or a part of a name that fits several",
            found: "several readers have a card, or fit the name, and none has it as its whole name",
            not: ["C41": "no reader fits the name there"],
            remedy: Remedy("name one: --reader \"NAME\" (inlay readers lists them)"), sources: met
        ) { facts in
            let candidates = facts.meantReaders
            let loaded = candidates.filter(\.isCardPresent)
            guard candidates.count > 1, loaded.count > 1 || loaded.isEmpty && facts.wantedReader != nil else {
                return nil
            }
            let several = loaded.isEmpty ? candidates : loaded
            let what = loaded.isEmpty ? "fit the name" : "have a card"
            return Evidence(
                "\(several.count) readers \(what): \(several.map(\.reader).joined(separator: "; "))",
                ["NAME": several[0].reader])
        },
        Cause(
            "C66", "file-permission", .permission, "this user may not use that file",
            sees: "\"Permission denied\" or \"Read-only file system\"",
            found: "the modes of the file and of every folder on the way to it",
            not: ["C06": "the socket of pcscd is refused there"],
            remedy: Remedy("name a file in a folder of your own, or have its owner change the mode"), sources: met
        ) { facts in
            guard let file = facts.file, let obstacle = file.obstacle, let refusal = file.refusal else { return nil }
            let whose = file.owner.map { " (it belongs to \($0), mode \(file.mode ?? "unknown"))" } ?? ""
            let text =
                switch refusal {
                case .entering: "the folder \(obstacle) may not be entered\(whose)"
                case .reading: "\(obstacle) may not be read\(whose)"
                case .writing: "\(obstacle) may be read and not written\(whose)"
                case .making: "no file can be made in the folder \(obstacle)\(whose)"
                case .readOnly: "\(obstacle) lies on a file system that takes no changes"
                }
            return Evidence(text)
        },
        Cause(
            "C67", "no-virtual-reader", .service,
            "pcscd has no virtual reader that a simulated card can be plugged into",
            sees: "inlay sim serve finds nobody at port 35963",
            found: "no /etc/reader.conf.d/vpcd, or nobody listens on TCP port 35963",
            not: ["C01": "no pcscd is there at all"],
            remedy: Remedy(
                "install vpcd of vsmartcard", debian: "sudo apt install vsmartcard-vpcd",
                arch: "install virtualsmartcard from the AUR", nixos: "set services.vsmartcard-vpcd.enable = true;")
                + Remedy("sudo systemctl restart pcscd.socket pcscd.service, then inlay readers to start it"),
            sources: met
        ) { facts in
            guard facts.symptom == .virtualReader, facts.service.listensForVirtualCards != true else { return nil }
            return Evidence(
                facts.service.hasVirtualReader == true
                    ? "vpcd is configured, and nobody listens on TCP port 35963: pcscd does not run, or was not restarted"
                    : "no /etc/reader.conf.d/vpcd, and nobody listens on TCP port 35963")
        },
        Cause(
            "C68", "other-kind", .card, "the card that lies there is of another kind",
            sees: "a command says that the card is not the one it reads, or that nothing answers",
            found: "what the reader says about the card in its answer to reset",
            not: ["C50": "no card answers there", "C49": "several cards disturb each other there"],
            remedy: Remedy("lay the card that is meant there, alone; inlay info tells what this one is"), sources: met
        ) { facts in
            guard let kind = facts.cardKind, facts.hasAnsweringCard else { return nil }
            let loaded = facts.meantReaders.filter { $0.isCardPresent && !$0.isMute }
            // Cards with a processor have an answer of their own, which says nothing about the way over the air.
            let said = loaded.compactMap { $0.answerToReset.flatMap { RadioTechnology($0) } }
            guard said.count == loaded.count, !said.isEmpty, said.allSatisfy({ kind.isNever($0) }) else { return nil }
            let names = Set(said.map(\.knowledge.name)).sorted().joined(separator: ", ")
            return Evidence("the reader says that it is a storage card of \(names); meant is: \(kind.words)")
        },
        Cause(
            "C69", "reach-unknown", .card, "it is not known whether this reader reaches a card of that kind",
            sees: "nothing happens when the card is laid on", found: "no source says it about the model",
            not: ["C50": "it is known there that the reader does not reach it"],
            remedy: Remedy(
                "try it: inlay doctor --tap with the same --card; over PC/SC on Linux these are known to reach it: MODELS"
            ),
            sources: met
        ) { facts in
            guard let kind = facts.cardKind, let ways = kind.technologyNames, !facts.hasAnsweringCard else {
                return nil
            }
            let readers = facts.meantReaders
            guard !readers.isEmpty, !readers.contains(where: { kind.reach(pcscName: $0.reader) == .yes }) else {
                return nil
            }
            let unknown = readers.filter { kind.reach(pcscName: $0.reader) == .unknown }
            guard !unknown.isEmpty else { return nil }
            return .note(
                "no source says whether \(unknown.map(\.reader).joined(separator: "; ")) reaches \(ways)",
                ["MODELS": kind.knownModelNames ?? "none"])
        },
        Cause(
            "C70", "unexplained-code", .service, "PC/SC fails, and nothing that was looked at says why",
            sees: "a code that the other causes do not have", found: "PC/SC's own answer",
            not: ["C63": "PC/SC says nothing at all there"],
            remedy: .restart + Remedy("then journalctl -b -u pcscd, taken without --apdu, tells more"), sources: met
        ) { facts in
            guard let pcsc = facts.pcsc else { return nil }
            for outcome in [pcsc.establish, pcsc.list, pcsc.states] {
                guard case .refused(let code) = outcome, code != .noReadersAvailable else { continue }
                return Evidence("PC/SC said \(code.description)")
            }
            return nil
        },
        Cause(
            "C71", "reader-missing", .reader, "PC/SC lists no reader, and nothing that was looked at says why",
            sees: "8010002E", found: "an empty list, and USB devices that nothing is wrong with",
            not: ["C22": "no device is there", "C38": "a driver lists the device there"],
            remedy: Remedy("plug the reader in again") + .restart
                + Remedy("then journalctl -b -u pcscd, taken without --apdu, tells more"), sources: met
        ) { facts in
            guard facts.hasNoReader else { return nil }
            let names = facts.devices.map(\.name).joined(separator: "; ")
            return Evidence("no reader is listed" + (names.isEmpty ? "" : "; on USB: \(names)"))
        },
    ]

    private static let met = "our own tests"
}
