import CardCrypto
import ISO7816
import InlaySeams
import Octets
import SecureMessaging
import TestSupport
import Testing

@testable import PassportSimulator

/// The chip's side of every line that was recomputed in Python from Doc 9303-11: with the line's random numbers each
/// answer is the line's.
struct RecomputedPACETests {
    private struct Line {
        let values: VectorLine
        let offer: PACEOffer
        let group: AgreementGroup

        init(_ values: VectorLine) throws {
            self.values = values
            let cipher = try #require(BlockCipher(settingsName: values.text("cipher")))
            let identifier = try ObjectIdentifier(contents: values.bytes("oid"))
            let parameters = try #require(
                Int(values.text("id")).flatMap(StandardizedDomainParameters.init(rawValue:)))
            let offers = PACESetting.Mapping.allCases.map {
                PACEOffer(PACESetting(mapping: $0, cipher: cipher, parameters: parameters))
            }
            offer = try #require(offers.first { $0.identifier == identifier })
            group = try AgreementGroup(parameters)
        }

        /// A chip that draws `random` in this order.
        func chip(_ random: [String], key: ChipKey? = nil) -> PassportChip {
            var contents = ChipContents(
                files: CardFiles(), basicAccess: nil, pace: [offer],
                passwords: [0x01: SecretBytes(values.bytes("f"))])
            if let key {
                contents.chipAuthentication = ChipAuthenticationOffers(key, keyID: offer.parameterID)
            }
            return PassportChip(
                contents: contents, settings: PassportSettings(), random: .scripted(random.map(values.bytes)))
        }

        func expect(
            _ chip: PassportChip, _ tag: Octets.Tag?, _ value: [UInt8], isLast: Bool = false,
            answers expected: [[UInt8]],
            at location: SourceLocation = #_sourceLocation
        ) {
            let command = Terminal.authenticate(tag, value, isLast: isLast)
            let bytes = command.encoded(command.shortestForm) ?? []
            let answer = chip.handle(command: bytes)
            #expect(
                Hex.string(answer) == Hex.string(TLV.encode(0x7C, parts: expected) + [0x90, 0x00]), "\(values)",
                sourceLocation: location)
        }

        /// MSE:Set AT and the four steps.
        func run(_ chip: PassportChip, mapping: ([UInt8], [UInt8]), last: [[UInt8]]) {
            let template = CommandAPDU(
                ins: 0x22, p1: 0xC1, p2: 0xA4,
                data: TLV.encode(0x80, values.bytes("oid")) + TLV.encode(0x83, [0x01]))
            #expect(chip.handle(command: template.encoded(.short) ?? []) == [0x90, 0x00])
            expect(chip, nil, [], answers: [TLV.encode(0x80, values.bytes("z"))])
            expect(chip, 0x81, mapping.0, answers: [TLV.encode(0x82, mapping.1)])
            expect(chip, 0x83, values.bytes("pkifd"), answers: [TLV.encode(0x84, values.bytes("pkic"))])
            expect(
                chip, 0x85, values.bytes("tifd"), isLast: true,
                answers: [TLV.encode(0x86, values.bytes("tic"))] + last)
        }
    }

    @Test(arguments: ["pace-gm.txt", "pace-dh-gm.txt"])
    func `generic mapping`(file: String) throws {
        let lines = vectorFile(file)
        #expect(lines.count > 50)
        for values in lines {
            let line = try Line(values)
            line.run(
                line.chip(["s", "skmapic", "skic"]), mapping: (values.bytes("pkmapifd"), values.bytes("pkmapic")),
                last: [])
        }
    }

    @Test func `integrated mapping`() throws {
        let lines = vectorFile("pace-im.txt")
        #expect(lines.count > 100)
        for values in lines {
            let line = try Line(values)
            let generator = try line.group.generator(encoding: values.bytes("r"))
            let octets = try line.group.sharedSecret(generator).exposed()
            #expect(
                line.offer.parameters.curve == nil
                    ? octets == values.bytes("g") : values.bytes("g").dropFirst().starts(with: octets))
            #expect(
                try IntegratedMapping.pseudorandom(
                    SecretBytes(values.bytes("s")), values.bytes("t"), cipher: line.offer.cipher,
                    fieldBits: line.group.fieldBits) == values.bytes("r"))
            line.run(line.chip(["s", "skic"]), mapping: (values.bytes("t"), []), last: [])
        }
    }

    @Test func `chip authentication mapping`() throws {
        // The other lines are of chips that do it wrongly.
        let lines = vectorFile("pace-cam.txt").filter { ["accepted"].contains($0.text("expected")) }
        #expect(lines.count > 40)
        for values in lines {
            let line = try Line(values)
            let key = try ChipKey(line.offer.parameters, secret: SecretBytes(values.bytes("skca")))
            #expect(key.publicKey == values.bytes("pkca"))
            line.run(
                line.chip(["s", "skmapic", "skic"], key: key),
                mapping: (values.bytes("pkmapifd"), values.bytes("pkmapic")),
                last: [TLV.encode(0x8A, values.bytes("aic"))])
        }
    }

    @Test func `public keys are taken and refused as the standard says`() throws {
        let lines = vectorFile("public-keys.txt")
        #expect(lines.count > 200)
        for values in lines {
            let parameters = try #require(
                Int(values.text("id")).flatMap(StandardizedDomainParameters.init(rawValue:)))
            let key = values.text("key") == "-" ? [] : values.bytes("key")
            let isTaken = (try? AgreementGroup(parameters).element(decoding: key)) != nil
            switch values.text("expected") {
            case "accepted": #expect(isTaken, "\(values)")
            case "refused": #expect(!isTaken, "\(values)")
            default: #expect(isTaken, "\(values): the number is good")
            }
        }
    }
}

extension ChipAuthenticationOffers {
    /// One key without an offer.
    init(_ key: ChipKey, keyID: Int?) {
        self.init(offers: [], keys: [NumberedKey(keyID: keyID, key: key)])
    }
}
