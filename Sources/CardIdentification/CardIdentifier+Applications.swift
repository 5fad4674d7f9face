import ISO7816
import Octets

extension CardIdentifier {
    /// An application that is asked for, and what a yes means.
    private struct Application {
        var probe: CardProbe
        var family: CardFamily
        var finding: String
        /// What the answer must hold besides a good status; without it a yes tells nothing on a card that says yes to
        /// everything.
        var proof: (@Sendable ([UInt8]) -> Bool)?
    }

    private static let applications: [Application] = [
        Application(probe: .emrtd, family: .emrtd, finding: "the passport application is there"),
        Application(probe: .eid, family: .eid, finding: "the eID application is there"),
        Application(probe: .piv, family: .piv, finding: "the PIV application is there") { $0.first == 0x61 },
        Application(probe: .openpgp, family: .openpgp, finding: "the OpenPGP application is there"),
        Application(probe: .fido, family: .fido, finding: "a FIDO authenticator") {
            $0 == Array("U2F_V2".utf8) || $0 == Array("FIDO_2_0".utf8)
        },
        Application(probe: .ndef, family: .ndef, finding: "the NDEF application is there"),
        Application(probe: .proximityPayment, family: .emv, finding: "payment applications without contacts") {
            $0.first == 0x6F
        },
        Application(probe: .contactPayment, family: .emv, finding: "payment applications") { $0.first == 0x6F },
        Application(probe: .usim, family: .sim, finding: "the USIM application is there") { $0.first == 0x62 },
        Application(probe: .gsm, family: .sim, finding: "a GSM SIM"),
        Application(probe: .cardManager, family: .globalplatform, finding: "a card manager of GlobalPlatform") {
            isCardManager($0)
        },
    ]

    func askApplications(
        _ link: any CardLink, isContactless: Bool, _ found: inout CardIdentity
    ) throws(CardError) {
        if isContactless { try askDESFire(link, &found) }
        var takesCommands = false
        var opensWithPACE = false
        if let answer = try send(.cardAccess, link) {
            takesCommands = takesCommands || Self.isInterindustry(answer.status)
            if answer.data.first == 0x31, answer.status == .success || answer.status == 0x6282 {
                opensWithPACE = true
                found.add(.cardAccess, answer.encoded, "EF.CardAccess: the chip opens with PACE", [.iso7816])
            }
        }
        let control = try send(.unknownApplication, link)
        // A card that finds what is not there proves nothing by finding more.
        let agreesToAll = control.map { Self.isYes($0.status) } ?? false
        if let control {
            takesCommands = takesCommands || Self.isInterindustry(control.status)
            if agreesToAll {
                found.add(
                    .unknownApplication, control.encoded,
                    "the card finds an application that does not exist: what it says to SELECT proves nothing", [])
            }
        }
        for application in Self.applications {
            switch application.probe.condition {
            case .contact where isContactless: continue
            case .contactless where !isContactless: continue
            default: break
            }
            guard let answer = try send(application.probe, link) else { continue }
            takesCommands = takesCommands || Self.isInterindustry(answer.status)
            // Until PACE was done, some passports refuse the application but not its name.
            let isHidden = application.family == .emrtd && opensWithPACE && answer.status == 0x6982
            let isLongAnswer = answer.status.bytesAvailable != nil && answer.data.isEmpty
            let isProven = application.proof.map { $0(answer.data) } ?? false
            let isYes = Self.isYes(answer.status) || application.probe == .gsm && answer.status.sw1 == 0x9F
            if isProven && isYes || isYes && !agreesToAll && (application.proof == nil || isLongAnswer) || isHidden {
                let words = isHidden ? "the passport application is there, behind PACE" : application.finding
                found.add(application.probe, answer.encoded, words, [application.family])
            }
        }
        if takesCommands {
            found.evidence.append(
                .init(
                    probe: "commands of ISO/IEC 7816-4", finding: "the card knows them",
                    families: [.iso7816]))
        }
    }

    private func askDESFire(_ link: any CardLink, _ found: inout CardIdentity) throws(CardError) {
        guard let first = try send(.desfireVersion, link), first.status == 0x91AF,
            let version = DESFireVersion(first.data)
        else { return }
        let chip = version.chip
        found.chip = chip?.name ?? found.chip
        found.add(
            .desfireVersion, first.encoded,
            (chip?.name ?? "a relative of DESFire, type \(Hex.string([version.bytes[1]]))") + ", \(version.size)",
            chip?.family.map { [$0] } ?? [])
        guard let second = try send(.desfireMore, link), second.status == 0x91AF else { return }
        if let rest = try send(.desfireRest, link), rest.status == 0x9100, rest.data.count >= 7 {
            let identifier = Array(rest.data.prefix(7))
            if identifier.contains(where: { $0 != 0 }) {
                if found.identifier?.count != 7 { found.identifier = identifier }
                found.add(.desfireRest, rest.encoded, "UID \(Hex.string(identifier))", [])
            }
        }
    }

    /// 9000, 61xx, and the warnings of an application that is there but deactivated or terminated.
    static func isYes(_ status: StatusWord) -> Bool {
        status == .success || status.sw1 == 0x61 || status == 0x6283 || status == 0x6285
    }

    /// True for answers of a card that knows class 00; what says that it does not, and what readers say, is left out.
    static func isInterindustry(_ status: StatusWord) -> Bool {
        switch status.rawValue {
        case 0x6E00, 0x6D00, 0x6F00, 0x6300, 0x6800, 0x6881: false
        default: status == .success || (0x61...0x6C).contains(status.sw1)
        }
    }

    /// The FCI names a card manager of GlobalPlatform, or of Visa's forerunner.
    static func isCardManager(_ data: [UInt8]) -> Bool {
        var reader = TLVReader(data, in: "FCI")
        guard let fci = try? reader.next(0x6F), var inner = try? fci.contents("FCI"),
            let name = try? inner.next(0x84)
        else { return false }
        let managers: [[UInt8]] = [[0xA0, 0x00, 0x00, 0x01, 0x51], [0xA0, 0x00, 0x00, 0x00, 0x18, 0x43, 0x4D]]
        return managers.contains { name.value.starts(with: $0) }
            || Array(name.value) == [0xA0, 0x00, 0x00, 0x00, 0x03, 0, 0, 0]
    }
}
