import CardCrypto
import ISO7816
import Octets

extension PassportChip {
    /// MSE:Set AT for PACE (9303-11 §4.4.4.1).
    func setPACE(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard !contents.pace.isEmpty else { throw .incorrectParameters }
        // 9303-11 §4.1: one way in per session; a card with a PIN allows PACE inside PACE (TR-03110-2 §2.2).
        guard session.codec == nil || (pin != nil && session.access == .pace) else { throw .conditionsOfUse }
        let request = try PACERequest(command.data)
        guard settings.deviations.passwords?.contains(request.password) ?? true,
            let password = contents.passwords[request.password]
        else { throw .referencedDataNotFound }
        if settings.isIdentityCard, let terminal = request.terminal, !terminal.mayUse(password: request.password) {
            throw .incorrectData
        }
        let offer = try offer(for: request)
        do {
            var secrets = PACERun.Secrets(
                reference: request.password, password: password, terminal: request.terminal)
            // 9303-11 §4.4.4.2: the names of trusted keys are for terminals that will authenticate themselves.
            if request.terminal?.kind == .inspectionSystem {
                secrets.authorityReferences = terminalAuthority?.trustPoints.map(\.reference) ?? []
            }
            if offer.mapping == .chipAuthentication {
                secrets.chipKey = contents.chipAuthentication.key(mappedBy: offer)
            }
            secrets.seeksLeadingZero = settings.deviations.seeksLeadingZero
            session.pace = try PACERun(offer, secrets)
        } catch {
            throw .noDiagnosis
        }
        return ResponseAPDU(status: selectionStatus(request.password))
    }

    private func offer(for request: PACERequest) throws(Refusal) -> PACEOffer {
        let offers = contents.pace.filter { $0.identifier == request.identifier }
        guard let first = offers.first else { throw .incorrectData }
        switch settings.deviations.parameterReference {
        case .optional: break
        case .required: guard request.parameter != nil else { throw .inconsistentData }
        case .refused: guard request.parameter == nil else { throw .incorrectData }
        }
        guard let parameter = request.parameter else {
            // 9303-11 §4.4.4.1: data object 84 is required when the parameters are ambiguous.
            guard offers.count == 1 else { throw .incorrectData }
            return first
        }
        guard let chosen = offers.first(where: { ($0.parameterID ?? $0.parameters.rawValue) == parameter }) else {
            throw .referencedDataNotFound
        }
        return chosen
    }

    /// GENERAL AUTHENTICATE: one of the four steps of PACE (9303-11 §4.4.4.2), or Chip Authentication. Any failure
    /// ends the run.
    func generalAuthenticate(
        _ command: CommandAPDU, isChained: Bool, _ room: Room
    ) throws(Refusal) -> ResponseAPDU {
        guard !contents.pace.isEmpty || !contents.chipAuthentication.keys.isEmpty else {
            throw isChained ? .chaining : .unknownInstruction
        }
        let began = session.pace
        let chipAuthentication = session.chipAuthentication
        session.pace = nil
        session.chipAuthentication = nil
        guard command.p1 == 0, command.p2 == 0 else { throw .incorrectParameters }
        guard !command.data.isEmpty, command.expected != .nothing else { throw .wrongLength }
        if let chipAuthentication {
            guard !isChained else { throw .lastOfChainExpected }
            return try agree(chipAuthentication, dynamicAuthenticationData(command.data))
        }
        guard var run = began else { throw .conditionsOfUse }
        let object = try dynamicAuthenticationData(command.data)
        // 9303-11 §9.3.2: all steps but the last are chained.
        if run.isLast, isChained { throw .lastOfChainExpected }
        if !run.isLast, !isChained { throw .conditionsOfUse }
        try checkPIN(run)
        switch try step(&run, object) {
        case .dataObject(let answer):
            let answer = try fit(TLV.encode(0x7C, answer), command, room)
            session.pace = run
            return answer
        case .established(let answer, let established):
            let answer = try fit(TLV.encode(0x7C, answer), command, room)
            begin(established, run)
            return answer
        }
    }

    private func step(_ run: inout PACERun, _ object: TLV?) throws(Refusal) -> PACERun.Answer {
        do {
            return try run.step(object, random: random)
        } catch {
            // A wrong token is the only way in which a wrong password shows.
            guard error == .authenticationFailed, run.isLast else { throw error }
            throw refusal(ofWrongPassword: run.secrets.reference)
        }
    }

    /// The one data object in the template 7C, nil when it is empty.
    private func dynamicAuthenticationData(_ data: [UInt8]) throws(Refusal) -> TLV? {
        do {
            var reader = TLVReader(data, in: "dynamic authentication data")
            let template = try reader.next(0x7C)
            try reader.expectEnd()
            var objects = try template.contents("dynamic authentication data")
            guard !objects.isAtEnd else { return nil }
            let object = try objects.next()
            try objects.expectEnd()
            return object
        } catch {
            throw .incorrectData
        }
    }
}
