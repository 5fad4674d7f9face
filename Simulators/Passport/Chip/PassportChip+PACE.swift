import CardCrypto
import ISO7816
import Octets

extension PassportChip {
    /// MSE:Set AT for PACE (9303-11 §4.4.4.1).
    func setPACE(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard !contents.pace.isEmpty else { throw .incorrectParameters }
        // 9303-11 §4.1: one way in per session.
        guard session.codec == nil else { throw .conditionsOfUse }
        let request = try PACERequest(command.data)
        guard let password = contents.passwords[request.password] else { throw .referencedDataNotFound }
        let offer = try offer(for: request)
        do {
            var secrets = PACERun.Secrets(reference: request.password, password: password)
            if request.wantsAuthorityReferences {
                secrets.authorityReferences = terminalAuthority?.trustPoints.map(\.reference) ?? []
            }
            if offer.mapping == .chipAuthentication {
                secrets.chipKey = contents.chipAuthentication.key(mappedBy: offer)
            }
            session.pace = try PACERun(offer, secrets)
        } catch {
            throw .noDiagnosis
        }
        return ResponseAPDU(status: .success)
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
        switch try run.step(object, random: random) {
        case .dataObject(let answer):
            let answer = try fit(TLV.encode(0x7C, answer), command, room)
            session.pace = run
            return answer
        case .established(let answer, let established):
            let answer = try fit(TLV.encode(0x7C, answer), command, room)
            session.begin(established, password: run.password)
            return answer
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

/// What MSE:Set AT asks for.
struct PACERequest: Hashable {
    /// Data object 80.
    let identifier: ObjectIdentifier
    /// Data object 83: which password.
    let password: UInt8
    /// Data object 84: which domain parameters.
    let parameter: Int?
    /// Data object 7F4C with the role of an inspection system: the terminal will authenticate itself, too.
    let wantsAuthorityReferences: Bool

    /// Reads the data field. Objects that are not of this protocol are passed over.
    init(_ data: [UInt8]) throws(Refusal) {
        var identifier: ObjectIdentifier?
        var password: UInt8?
        var parameter: Int?
        var role: ObjectIdentifier?
        do {
            var reader = TLVReader(data, in: "MSE:Set AT")
            while !reader.isAtEnd {
                let object = try reader.next()
                switch object.tag {
                case 0x80:
                    guard identifier == nil else { throw Refusal.incorrectData }
                    identifier = try ObjectIdentifier(contents: object.value)
                case 0x83:
                    guard password == nil, object.value.count == 1 else { throw Refusal.incorrectData }
                    password = object.value.first
                case 0x84:
                    guard parameter == nil, (1...4).contains(object.value.count) else { throw Refusal.incorrectData }
                    parameter = object.value.reduce(0) { $0 << 8 | Int($1) }
                case 0x7F4C:
                    guard role == nil else { throw Refusal.incorrectData }
                    var template = try object.contents("CHAT")
                    role = try template.next(.objectIdentifier).objectIdentifier("CHAT")
                default:
                    continue
                }
            }
        } catch {
            throw .incorrectData
        }
        guard let identifier, let password else { throw .incorrectData }
        self.identifier = identifier
        self.password = password
        self.parameter = parameter
        wantsAuthorityReferences = role == .inspectionSystem
    }
}
