import PCSC

extension Cause {
    /// Another program has the card.
    static let sharing: [Cause] = [
        Cause(
            "C42", "exclusive-holder", .inUse, "another program has the card for itself",
            sees: "8010000B: sharing violation", found: "the reader's state says exclusive",
            not: ["C43": "the card is shared there, and a call hangs"],
            remedy: Remedy("end PROGRAM and try again; if it is GnuPG:") + .shareWithGnuPG,
            sources: "LudovicRousseau/PCSC#215, estkme-group/lpac#253"
        ) { facts in
            let reader = facts.meantReaders.first(where: \.isExclusive)
            let isRefused =
                facts.symptom == .code(.sharingViolation) || facts.connection?.outcome == .refused(.sharingViolation)
            guard reader != nil || isRefused else { return nil }
            let place = reader.map { " on \($0.reader)" } ?? ""
            // The holder is connected; who else is, is told too, since the service does not say which one it is.
            guard let names = facts.clientNames else {
                return Evidence("the card\(place) is held exclusively", ["PROGRAM": "the other program"])
            }
            return Evidence("the card\(place) is held exclusively; connected to pcscd: \(names)", ["PROGRAM": names])
        },
        Cause(
            "C43", "transaction-holder", .inUse, "another program keeps the card in a transaction, so everybody waits",
            sees: "a program hangs, without a code",
            found: "connecting (--connect) does not return, and the reader's state says in use; in use alone is a note",
            not: ["C42": "that is refused at once", "C47": "nobody uses the card there"],
            remedy: Remedy("end PROGRAM and try again"), sources: "winscard.c of pcsc-lite"
        ) { facts in
            let users = facts.clientNames
            guard facts.connection?.outcome == .hung || facts.symptom == .hang else {
                // PC/SC does not tell of transactions; only connecting shows them.
                guard facts.connection == nil, let reader = facts.meantReaders.first(where: \.isInUse) else {
                    return nil
                }
                return .note(
                    "the card on \(reader.reader) is in use" + (users.map { ", connected to pcscd: \($0)" } ?? "")
                        + "; whether that keeps everybody waiting was not looked at: inlay doctor --connect looks",
                    ["PROGRAM": users ?? "the other program"]
                ).titled("another program uses the card, and can keep it in a transaction")
                    .remedied(by: Remedy("if commands hang or end with \"in use\": inlay doctor --connect"))
            }
            guard facts.meantReaders.contains(where: \.isInUse) || users != nil else { return nil }
            return Evidence(
                "connecting did not return, and the card is in use"
                    + (users.map { "; connected to pcscd: \($0)" } ?? ""),
                ["PROGRAM": users ?? "the other program"])
        },
        Cause(
            "C45", "reset-by-other", .inUse, "another program reset the card in the middle",
            sees: "80100068 in the middle of a session", found: "that code, and other programs at pcscd",
            not: ["C46": "the card was taken away there (80100069)"],
            remedy: Remedy("end PROGRAM, or run the command again; if it is GnuPG:") + .shareWithGnuPG,
            sources: "LudovicRousseau/PCSC#154, gnupg-devel 2026-06"
        ) { facts in
            guard facts.symptom == .code(.resetCard) || facts.connection?.outcome == .refused(.resetCard) else {
                return nil
            }
            return Evidence(
                "the card was reset (80100068)" + (facts.clientNames.map { "; connected to pcscd: \($0)" } ?? ""),
                ["PROGRAM": facts.clientNames ?? "the other program"])
        },
        Cause(
            "C44", "desktop-helpers", .inUse, "programs of the desktop use cards as soon as they are there",
            sees: "GnuPG says \"No such device\" after login; the lamp of the reader is busy",
            found: "gsd-smartcard, geoclue, p11-kit or a browser's module at pcscd",
            not: ["C42": "those share the card; only programs that ask for it alone fail here"],
            remedy: .shareWithGnuPG
                + Remedy(
                    "or name the reader under ignored_readers in opensc.conf; last, "
                        + "systemctl --user mask org.gnome.SettingsDaemon.Smartcard.service"),
            sources: "LudovicRousseau/PCSC#215, OpenSC/OpenSC#2980"
        ) { facts in
            let helpers = (facts.clients ?? []).filter(\.isDesktopHelper)
            guard !helpers.isEmpty else { return nil }
            return .note("connected to pcscd: " + helpers.map(\.words).joined(separator: ", "))
        },
    ]
}
