import ISO7816
import Octets
import PCSC
import ReaderKnowledge

extension Cause {
    /// Reader and service are well; the card is the matter.
    static let cards: [Cause] = [
        Cause(
            "C37", "after-sleep", .reader, "the reader does not work any more since the computer slept",
            sees: "it is listed, and every command fails", found: "the reader's state says unavailable",
            not: ["C38": "it is not listed there"],
            remedy: .restart + Remedy("and plug the reader in again; for good:")
                + .newerDriver,
            sources: "LudovicRousseau/PCSC#144, #154"
        ) { facts in
            guard
                let reader = facts.pcsc?.broken.first(where: { state in
                    facts.wantedReader == nil || facts.meantReaders.contains(state)
                })
            else { return nil }
            let persists = facts.devices.contains(where: \.persists) ? ", and power/persist is on" : ""
            let text = "\(reader.reader) is in error\(persists)"
            // Commands take the other one, which has a card.
            return facts.wantedReader == nil && facts.hasAnsweringCard ? .note(text) : Evidence(text)
        },
        Cause(
            "C52", "phone-wallet", .card, "a phone lies there, and it is locked or its wallet is not open",
            sees: "it answers in turn and not, or as FeliCa and as another card, or has a new number at each tap",
            found: "silence and nothing in turn, or FeliCa and ISO 14443 in turn",
            not: ["C47": "a card that stays silent", "C49": "two cards, neither of which is FeliCa"],
            remedy: Remedy(
                "unlock the phone, open its wallet or transit card, and hold its upper back on the reader; "
                    + "it has no fixed number to expect"),
            sources: "kormax/osaifu-keitai-google-pixel#15, frankmorgner/vsmartcard#135"
        ) { facts in
            if facts.cardKind == .phone, !facts.hasAnsweringCard, facts.pcsc?.readers.isEmpty == false {
                return Evidence("a phone is meant, and nothing that answers is seen")
            }
            guard let tap = facts.tap else { return nil }
            if tap.distinctCards.count > 1, tap.distinctCards.contains(where: isFeliCa),
                tap.distinctCards.contains(where: { !isFeliCa($0) })
            {
                return Evidence("FeliCa and another card were seen in turn")
            }
            guard tap.muteCount > 1, tap.emptyCount > 0, tap.distinctCards.isEmpty else { return nil }
            return Evidence("something that does not answer came and went \(tap.muteCount) times")
        },
        Cause(
            "C49", "two-cards", .card, "more than one card lies on the reader",
            sees: "another number each time, silence, or nothing (a wallet!)",
            found: "PC/SC does not tell; different cards were seen during one wait",
            not: ["C47": "one card, which is silent", "C52": "a phone that answers in two ways"],
            remedy: Remedy("lay one card alone on the reader, out of the wallet"),
            sources: "LudovicRousseau/pyscard#83, nfcpy/nfcpy#134"
        ) { facts in
            if facts.cardKind == .wallet { return Evidence("several cards are meant") }
            guard let tap = facts.tap, !tap.distinctCards.contains(where: isFeliCa) else { return nil }
            guard tap.distinctCards.count > 1 else {
                // Two of a kind cannot be told from one that moves; the service counts how often something came.
                guard tap.appearances > 2, tap.muteCount == 0 else { return nil }
                return .note("a card came \(tap.appearances) times in one wait: two of a kind, or one that moves")
            }
            return Evidence("\(tap.distinctCards.count) different cards were seen in one wait")
        },
        Cause(
            "C48", "protocol", .card, "the card cannot be talked to in the protocol that was asked for",
            sees: "8010000F, or 80100066", found: "that code",
            not: ["C42": "the card is held exclusively there (8010000B)", "C47": "the card is silent there"],
            remedy: Remedy("ask for T=0 and T=1 (inlay does); close the other program that chose first"),
            sources: "acshk/acsccid#16"
        ) { facts in
            let codes: [PCSCError] = [.protocolMismatch, .unresponsiveCard]
            guard
                let code = codes.first(where: {
                    facts.symptom == .code($0) || facts.connection?.outcome == .refused($0)
                })
            else { return nil }
            let who = facts.clientNames.map { "; connected to pcscd: \($0)" } ?? ""
            guard code == .protocolMismatch else {
                return Evidence("the card does not take the settings of the protocol (80100066)")
            }
            // Where nobody else is connected, nobody else chose.
            if let reader = facts.meantReaders.first(where: { $0.answerToReset != nil }), !reader.isInUse,
                !reader.isExclusive
            {
                let answer = reader.answerToReset.map { Hex.string($0.bytes) } ?? ""
                return Evidence(
                    "the answer to reset, \(answer), names no protocol that the service understands (8010000F)"
                ).ending(.trouble)
            }
            return Evidence("the protocol was fixed by another program, or is not the card's (8010000F)\(who)")
                .ending(.inUse)
        },
        Cause(
            "C50", "wrong-technology", .card, "this reader cannot reach a card of that kind",
            sees: "a phone reads it, the reader does not",
            found: "what is known about the reader's model",
            not: ["C46": "the reader could reach it there", "C51": "the other slot is meant there"],
            remedy: Remedy("use a reader for REACH (inlay readers tells what each one reaches)"),
            sources: "nfc-tools/libnfc#419"
        ) { facts in
            guard let kind = facts.cardKind, let ways = kind.technologyNames, !facts.hasAnsweringCard else {
                return nil
            }
            let readers = facts.meantReaders
            let known = kind.knownModelNames.map { ", such as \($0)" } ?? ""
            let values = ["REACH": ways + known]
            if kind == .badge, !readers.isEmpty,
                !readers.contains(where: { kind.reach(pcscName: $0.reader) == .yes })
            {
                return Evidence("a 125 kHz badge is meant, which no NFC reader reaches", values)
            }
            // Slots with contacts are another matter (C51).
            let antennas = readers.filter { [nil, .contactless].contains(ReaderSlot(pcscName: $0.reader)) }
            guard !antennas.isEmpty, antennas.allSatisfy({ kind.reach(pcscName: $0.reader) == .no }) else { return nil }
            let names = antennas.map { ReaderCatalog.model(pcscName: $0.reader)?.name ?? $0.reader }
            return Evidence("\(names.joined(separator: ", ")) does not reach \(ways)", values)
        },
        Cause(
            "C51", "wrong-slot", .card, "the card lies in another slot than the one that was looked at",
            sees: "\"no card\" although it lies there",
            found: "one device shows several PC/SC readers, and another one has the card",
            not: ["C46": "no slot has a card there", "C50": "the reader cannot reach the card there"],
            remedy: Remedy("name that slot: --reader \"NAME\""),
            sources: "Infineon/BlockchainSecurity2Go-Python-Library#26, frankmorgner/OpenSCToken#44"
        ) { facts in
            guard let readers = facts.pcsc?.readers, !readers.isEmpty else { return nil }
            if let wanted = facts.wantedReader, let meant = facts.meantReaders.first, !meant.isCardPresent,
                facts.meantReaders.count == 1 || meant.reader == wanted,
                let other = readers.first(where: { $0.isCardPresent && isSameDevice($0.reader, meant.reader) })
            {
                return Evidence("\(meant.reader) is empty, and \(other.reader) has a card", ["NAME": other.reader])
            }
            // A card with contacts on an antenna, or the other way round.
            guard let kind = facts.cardKind, !facts.hasAnsweringCard else { return nil }
            let slots = Set(facts.meantReaders.compactMap { ReaderSlot(pcscName: $0.reader) })
            if kind == .contact, slots == [.contactless] {
                return Evidence("a card with contacts is meant, and only an antenna is there", ["NAME": "CONTACT SLOT"])
            }
            if ![.contact, .badge].contains(kind), !slots.isEmpty, !slots.contains(.contactless) {
                return Evidence("a card without contacts is meant, and only contacts are there", ["NAME": "ANTENNA"])
            }
            return nil
        },
        Cause(
            "C47", "mute", .card, "a card is seen and does not answer",
            sees: "80100067; the state says mute",
            found: "the reader's state says present and mute",
            not: [
                "C46": "nothing is seen there", "C52": "a phone comes and goes",
                "C49": "several cards disturb each other",
            ],
            remedy: Remedy(
                "lay it flat and alone on the middle of the antenna, out of its cover; a card with contacts: chip "
                    + "up and forward; a phone: unlock it; Identiv 3700 F: lift it and lay it on again"),
            sources: "LudovicRousseau/PCSC#102, frankmorgner/vsmartcard#135"
        ) { facts in
            if let reader = facts.meantReaders.first(where: {
                $0.isCardPresent && ($0.isMute || $0.answerToReset == nil)
            }),
                !facts.hasAnsweringCard
            {
                return Evidence("\(reader.reader) sees a card that does not answer")
            }
            if facts.symptom == .code(.unpoweredCard) || facts.connection?.outcome == .refused(.unpoweredCard) {
                return Evidence("the card did not answer when it was powered (80100067)")
            }
            guard let tap = facts.tap, tap.muteCount > 0, tap.distinctCards.isEmpty else { return nil }
            return Evidence("a card came and did not answer")
        },
        Cause(
            "C46", "absent", .card, "no card lies on the reader, or it was taken away",
            sees: "8010000C; the state says empty", found: "every reader's state says empty",
            not: [
                "C50": "the card is of a kind that the reader cannot reach", "C51": "the card lies in another slot",
                "C49": "several cards can look like none",
            ],
            remedy: Remedy(
                "lay it flat on the middle of the antenna and leave it there, without metal or a second card; "
                    + "--wait lets a command wait for it, and inlay doctor --tap tells what comes"),
            sources: "winscard.c of pcsc-lite"
        ) { facts in
            let readers = facts.meantReaders
            if !readers.isEmpty, readers.allSatisfy({ !$0.isCardPresent }) {
                return Evidence(
                    readers.count == 1
                        ? "\(readers[0].reader) is empty" : "all \(readers.count) readers are empty")
            }
            guard readers.isEmpty, [.code(.noSmartcard), .code(.removedCard)].contains(facts.symptom) else {
                return nil
            }
            return Evidence("PC/SC saw no card, or it was taken away")
        },
    ]

    private static func isFeliCa(_ answer: AnswerToReset) -> Bool { RadioTechnology(answer) == .feliCa }

    /// Whether two PC/SC readers are slots of one device: the same name up to the interface in brackets.
    private static func isSameDevice(_ first: String, _ second: String) -> Bool {
        guard first != second else { return false }
        func device(_ name: String) -> Substring {
            name.firstIndex(of: "[").map { name[..<$0] } ?? ReaderName.stablePart(name)[...]
        }
        if device(first) == device(second) { return true }
        guard let model = ReaderCatalog.model(pcscName: first) else { return false }
        return model == ReaderCatalog.model(pcscName: second)
    }
}
