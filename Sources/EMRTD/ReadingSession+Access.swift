import CardCrypto
import ISO7816
import InlaySeams
import LDS
import Octets
import SecureMessaging

/// How the chip is opened: what it offers, which ways are tried, and a lost session set up again.
extension ReadingSession {
    func open(_ infos: SecurityInfos?) throws(CardError) -> any CardChannel {
        do {
            return try openWithKey(infos)
        } catch {
            guard error.code == .authenticationFailed, let alternative = key.alternativeMRZInformation,
                key.passwords.first?.0 == .machineReadableZone
            else { throw error }
            key.mrzInformation = alternative
            key.alternativeMRZInformation = nil
            try restart?()
            let channel = try openWithKey(infos)
            note(.checkDigitCountsFiller)
            return channel
        }
    }

    private func openWithKey(_ infos: SecurityInfos?) throws(CardError) -> any CardChannel {
        var lastError: CardError?
        var mayBeUnprotected = true
        for (index, candidate) in try candidates(infos).enumerated() {
            if index > 0 { try restart?() }
            do {
                let channel = try establish(candidate)
                successful = candidate
                reading.access.fellBackToBAC = index > 0 && candidate.establishes == .bac
                return channel
            } catch {
                // A session that opened, a card without the application and a broken wire end the search.
                guard reading.access.established == nil, isRefusal(error) else { throw error }
                reading.access.attempts.append(.init(name: candidate.name, outcome: outcome(of: error, candidate)))
                lastError = error
                mayBeUnprotected = candidate.needsApplication
                // A refused PACE may be that of a card that is no passport; then the secret is not what is wrong. What
                // became of a PIN, and how many tries it has left, must not be hidden by that.
                let isCounted = error.accessRefusal?.password?.isCounted ?? false
                if !candidate.needsApplication, !isCounted { try noticeMissingApplication() }
            }
        }
        guard mayBeUnprotected, let channel = try openWithoutAccessControl() else {
            throw lastError ?? CardError(.unsupported, during: "choose access")
        }
        return channel
    }

    private func candidates(_ infos: SecurityInfos?) throws(CardError) -> [any AccessProtocol] {
        var found: [any AccessProtocol] = []
        if policy.preference != .bac, let best = infos.flatMap({ PACEConfiguration.usable(in: $0).first }) {
            if let candidate = pace(best) { found.append(candidate) }
        }
        let offersPACE = !found.isEmpty
        if policy.preference == .pace {
            guard offersPACE else {
                try selectApplication(on: base)
                throw CardError(
                    .unsupported, during: "choose PACE", detail: "the chip offers no PACE that this reader can run")
            }
            return found
        }
        if !offersPACE || policy.mayFallBackToBAC || policy.preference == .bac {
            if let mrzInformation = key.mrzInformation {
                found.append(BasicAccessControl(mrzInformation: mrzInformation, random: random))
            }
        }
        guard !found.isEmpty else {
            // Whether the card is a passport at all is known only now.
            try selectApplication(on: base)
            throw CardError(
                .unsupported, during: "choose access",
                detail: "the chip offers no PACE that this reader can run, and BAC needs the MRZ")
        }
        return found
    }

    private func pace(_ configuration: PACEConfiguration) -> (any AccessProtocol)? {
        let requestedAuthorization =
            wantsTerminalAuthentication
            ? terminalAuthentication?.credentials.requestedAuthorization
            : policy.asksAsInspectionSystem ? .everyInspectionRight : nil
        func run(_ password: PACEPassword, _ secret: SecretBytes) -> PACE {
            PACE(
                configuration: configuration, password: password, secret: secret,
                authorization: requestedAuthorization,
                mayUseLastTry: policy.mayUseLastTry, random: random)
        }
        if let pin = key.pin, let number = key.cardAccessNumber {
            return ResumingPACE(
                pin: run(.pin, pin), cardAccessNumber: run(.cardAccessNumber, number),
                mayUseLastTry: policy.mayUseLastTry)
        }
        return key.passwords.first.map { run($0, $1) }
    }

    private func establish(_ candidate: any AccessProtocol) throws(CardError) -> any CardChannel {
        try checkCancelled()
        onEvent(.step("open the chip with \(candidate.name)"))
        if candidate.needsApplication { try selectApplication(on: base) }
        let opened = try candidate.open(base)
        let secured = opened.channel
        for deviation in opened.deviations { note(deviation) }
        reading.evidence.mapping = opened.mapping
        chipPublicKey = opened.chipPublicKey
        authorityReferences = opened.authorityReferences
        authenticatedKey = opened.mapping?.chipAuthenticationData == nil ? nil : opened.terminalPublicKey
        reading.access.attempts.append(.init(name: candidate.name, outcome: .succeeded))
        reading.access.established = candidate.establishes
        watch(secured)
        if !candidate.needsApplication {
            // The static key of PACE-CAM lies in the master file, which is current until the application is selected.
            if opened.mapping != nil, asksForChipEvidence, reading.files[.cardSecurity] == nil {
                try read(.cardSecurity, with: fileReader(secured))
            }
            if selectsApplicationAfterPACE { try selectApplication(on: secured) }
        }
        return secured
    }

    private func selectApplication(on channel: any CardChannel) throws(CardError) {
        let response = try channel.transmit(
            CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: TravelApplication.passport.identifier))
        switch response.status.sw1 {
        case 0x90, 0x61, 0x62:
            reading.application = .selected
        default:
            switch response.status {
            case 0x6982, 0x6985, 0x6988, 0x6987: break
            default:
                reading.application = .absent(response.status)
                try lookForOtherApplications(on: channel)
            }
            throw AccessRefusal(response.status, at: .selectApplication).error()
        }
    }

    /// Throws when the card says in clear that it has no passport application; any other answer tells nothing.
    private func noticeMissingApplication() throws(CardError) {
        do {
            try selectApplication(on: base)
        } catch {
            if case .absent = reading.application { throw error }
        }
        reading.application = .notTried
    }

    /// A card without the passport application may still be an identity document (emrtd-hard-cases 5).
    private func lookForOtherApplications(on channel: any CardChannel) throws(CardError) {
        let other = TravelApplication.eID
        let response = try channel.transmit(CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: other.identifier))
        if response.status == .success { reading.otherApplications.append(other.title) }
    }

    /// Documents without any access control exist, among them test cards and emulators: seen by reading EF.COM in clear,
    /// by its short identifier or after SELECT.
    private func openWithoutAccessControl() throws(CardError) -> (any CardChannel)? {
        let com = FileID.com
        var response = try base.transmit(
            CommandAPDU(ins: 0xB0, p1: 0x80 | com.shortFileIdentifier, expected: .asMuchAsPossible))
        if response.status.isReadError {
            let select = try base.transmit(
                CommandAPDU(
                    ins: 0xA4, p1: 0x02, p2: 0x0C,
                    data: [UInt8(com.fileIdentifier >> 8), UInt8(com.fileIdentifier & 0xFF)]))
            guard select.status == .success else { return nil }
            response = try base.transmit(CommandAPDU(ins: 0xB0, expected: .asMuchAsPossible))
        }
        guard !response.status.isReadError, !response.data.isEmpty else { return nil }
        reading.access.established = .unprotected
        note(.noAccessControl)
        return base
    }

    /// True when the chip refused, and another way may be tried.
    private func isRefusal(_ error: CardError) -> Bool {
        if case .absent = reading.application { return false }
        return switch error.code {
        case .unexpectedStatus, .authenticationFailed, .cryptographyRefused, .malformedResponse: true
        default: false
        }
    }

    private func outcome(of error: CardError, _ candidate: any AccessProtocol) -> AccessSummary.Outcome {
        switch error.code {
        case .authenticationFailed: .refusedSecret(nil)
        // 9303-11 §4.3.2 leaves the code open; these are what chips without BAC answer.
        case .unexpectedStatus(let status)
        where candidate.establishes == .bac
            && [0x6982, 0x6985, 0x6A88, 0x6D00, 0x6A81].contains(status.rawValue):
            .notOffered(status)
        default: .failed(error)
        }
    }

    /// Sets a lost session up again (Docs/rules.md 1).
    func renewAccess() throws(CardError) -> any CardChannel {
        guard let successful else { throw CardError(.secureMessagingBroken, during: "set up access again") }
        try restart?()
        reading.access.renewals += 1
        return try establish(successful)
    }
}
