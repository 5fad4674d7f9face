import CardCrypto
import InlaySeams
import Octets
import Testing

@Suite struct ECGroupTests {
    // 9303-11 App. G.1: private keys and public keys of both sides, on brainpoolP256r1.
    static let keyPairs: [(String, String)] = [
        (
            "7F4EF07B9EA82FD78AD689B38D0BC78CF21F249D953BC46F4C6E19259C010F99",
            "047ACF3EFC982EC45565A4B155129EFBC74650DCBFA6362D896FC70262E0C2CC5E"
                + "544552DCB6725218799115B55C9BAA6D9F6BC3A9618E70C25AF71777A9C4922D"
        ),
        (
            "498FF49756F2DC1587840041839A85982BE7761D14715FB091EFA7BCE9058560",
            "04824FBA91C9CBE26BEF53A0EBE7342A3BF178CEA9F45DE0B70AA601651FBA3F57"
                + "30D8C879AAA9C9F73991E61B58F4D52EB87A0A0C709A49DC63719363CCD13C54"
        ),
    ]

    @Test(arguments: keyPairs)
    func `the public keys of ICAO's worked example come out`(scalar: String, point: String) throws {
        let group = try ECGroup(.brainpoolP256r1)
        let product = try group.multiply(group.generator, by: secret(scalar))
        #expect(text(group.encoded(product)) == point)
        #expect(try group.point(decoding: hex(point)) == product)
    }

    @Test func `the quotient of ICAO's worked example comes out`() throws {
        // 9303-11 App. I.1: SK_Map,IC and CA_IC; the static key times CA_IC is SK_Map,IC again.
        let group = try ECGroup(.brainpoolP256r1)
        let mapping = try secret("9E56A6B59C95D06ECE5CD10F983BB2F4F1943528E577F23881D89D8C3BBEE0AA")
        let quotient = try secret("85DC3FA93D0952BFA82F5FD189EE75BD82F11D1F0B8ED4BF5319AC9B53C426B3")
        let key = try group.quotient(mapping, by: quotient)
        #expect(try group.quotient(mapping, by: key) == quotient)
        let publicKey = try group.multiply(group.generator, by: key)
        #expect(
            text(group.encoded(publicKey)) == "041872709494399E7470A6431BE25E83EEE24FEA568C2ED28DB48E05DB3A610DC8"
                + "84D256A40E35EFCB59BF6753D3A489D28C7A4D973C2DA138A6E7A4A08F68E16F")
    }

    @Test func `there is no quotient with zero`() throws {
        let group = try ECGroup(.secp521r1)
        let zero = SecretBytes([UInt8](repeating: 0, count: 66))
        let one = SecretBytes([1])
        for (numerator, denominator) in [(zero, one), (one, zero)] {
            #expect(throws: CryptoError.invalidScalar) { try group.quotient(numerator, by: denominator) }
        }
        #expect(throws: CryptoError.invalidScalar) { try group.quotient(SecretBytes([]), by: one) }
        #expect(throws: CryptoError.invalidScalar) {
            try group.quotient(one, by: SecretBytes([UInt8](repeating: 1, count: 129)))
        }
        #expect(try group.quotient(one, by: one).count == 66)
    }

    @Test func `the generic mapping of ICAO's worked example comes out`() throws {
        let group = try ECGroup(.brainpoolP256r1)
        // 9303-11 App. G.1.
        let chip = try group.point(decoding: hex(Self.keyPairs[1].1))
        let shared = try group.multiply(chip, by: secret(Self.keyPairs[0].0))
        let nonce = try secret("3F00C4D39D153F2B2A214A078D899B22")
        let mapped = try group.add(group.multiply(group.generator, by: nonce), shared)
        #expect(
            text(group.encoded(mapped)) == "048CED63C91426D4F0EB1435E7CB1D74A46723A0AF21C89634F65A9AE87A9265E2"
                + "8C879506743F8611AC33645C5B985C80B5F09A0B83407C1B6A4D857AE76FE522")
        let own = try secret("A73FB703AC1436A18E0CFA5ABB3F7BEC7A070E7A6788486BEE230C4A22762595")
        let ownPublic = try group.multiply(mapped, by: own)
        #expect(
            text(group.encoded(ownPublic)) == "042DB7A64C0355044EC9DF190514C625CBA2CEA48754887122F3A5EF0D5EDD301C"
                + "3556F3B3B186DF10B857B58F6A7EB80F20BA5DC7BE1D43D9BF850149FBB36462")
        let other = try group.point(
            decoding: hex(
                "049E880F842905B8B3181F7AF7CAA9F0EFB743847F44A306D2D28C1D9EC65DF6DB"
                    + "7764B22277A2EDDC3C265A9F018F9CB852E111B768B326904B59A0193776F094"))
        let agreed = group.x(try group.multiply(other, by: own))
        #expect(agreed == (try secret("28768D20701247DAE81804C9E780EDE582A9996DB4A315020B2733197DB84925")))
    }

    @Test func `the integrated mapping of ICAO's worked example comes out`() throws {
        // 9303-11 App. H.1.
        let group = try ECGroup(.brainpoolP256r1)
        let mapped = try group.point(
            encodingFieldElement: hex("A2F8FF2DF50E52C6599F386ADCB595D229F6A167ADE2BE5F2C3296ADD5B7430E"))
        #expect(
            text(group.encoded(mapped)) == "048E82D31559ED0FDE92A4D0498ADD3C23BABA94FB77691E31E90AEA77FB17D427"
                + "4C1AE14BD0C3DBAC0C871B7F3608169364437CA30AC243A089D3F266C1E60FAD")
    }

    @Test func `a field element is taken modulo the prime`() throws {
        // 9303-11 App. H.1: R(s,t), of which the element above is the rest.
        let group = try ECGroup(.brainpoolP256r1)
        let long = try group.point(
            encodingFieldElement: hex(
                "E4447E2DFB3586BAC05DDB00156B57FBB2179A3949294C97254189800C517BAA8DA0FF397ED8C445D3E421E4FEB57322"))
        let short = try group.point(
            encodingFieldElement: hex("A2F8FF2DF50E52C6599F386ADCB595D229F6A167ADE2BE5F2C3296ADD5B7430E"))
        #expect(long == short)
    }

    @Test(arguments: NamedCurve.allCases)
    func `every element maps onto the curve, both squares and others`(curve: NamedCurve) throws {
        let group = try ECGroup(curve)
        guard curve != .secp224r1 else {
            #expect(throws: CryptoError.self) { try group.point(encodingFieldElement: [7]) }
            return
        }
        for element: UInt8 in 2..<20 {
            let mapped = try group.point(encodingFieldElement: [element])
            #expect(try group.point(decoding: group.encoded(mapped)) == mapped)
        }
        #expect(throws: CryptoError.identity) { try group.point(encodingFieldElement: [0]) }
        #expect(throws: CryptoError.identity) { try group.point(encodingFieldElement: [1]) }
    }

    // 9303-11 §9.5.1, table 12.
    @Test(arguments: [
        (NamedCurve.secp192r1, 8, 24, "1.2.840.10045.3.1.1"), (.brainpoolP192r1, 9, 24, "1.3.36.3.3.2.8.1.1.3"),
        (.secp224r1, 10, 28, "1.3.132.0.33"), (.brainpoolP224r1, 11, 28, "1.3.36.3.3.2.8.1.1.5"),
        (.secp256r1, 12, 32, "1.2.840.10045.3.1.7"), (.brainpoolP256r1, 13, 32, "1.3.36.3.3.2.8.1.1.7"),
        (.brainpoolP320r1, 14, 40, "1.3.36.3.3.2.8.1.1.9"), (.secp384r1, 15, 48, "1.3.132.0.34"),
        (.brainpoolP384r1, 16, 48, "1.3.36.3.3.2.8.1.1.11"), (.brainpoolP512r1, 17, 64, "1.3.36.3.3.2.8.1.1.13"),
        (.secp521r1, 18, 66, "1.3.132.0.35"),
    ])
    func `each curve has its number, identifier and lengths`(
        curve: NamedCurve, id: Int, byteCount: Int, oid: String
    ) throws {
        #expect(curve.standardizedDomainParameterID == id)
        #expect(NamedCurve(standardizedDomainParameterID: id) == curve)
        #expect(curve.oid == ObjectIdentifier(oid))
        #expect(NamedCurve(curve.oid) == curve)
        let group = try ECGroup(curve)
        #expect(group.fieldByteCount == byteCount)
        #expect(group.orderByteCount == byteCount)
        #expect(group.encoded(group.generator).count == 1 + 2 * byteCount)
        #expect(group.x(group.generator) == SecretBytes(group.generator.x))
    }

    @Test(arguments: [-1, 0, 7, 19, 31, Int.min, Int.max])
    func `numbers outside the table are no curve`(id: Int) {
        #expect(NamedCurve(standardizedDomainParameterID: id) == nil)
    }

    @Test(arguments: NamedCurve.allCases)
    func `two sides agree, and the group law holds`(curve: NamedCurve) throws {
        let group = try ECGroup(curve)
        let random = RandomSource.seeded(UInt64(curve.standardizedDomainParameterID))
        let (a, b) = (try group.randomScalar(random), try group.randomScalar(random))
        let (publicA, publicB) = (
            try group.multiply(group.generator, by: a), try group.multiply(group.generator, by: b)
        )
        #expect(publicA != publicB)
        #expect(try group.multiply(publicA, by: b) == group.multiply(publicB, by: a))
        let doubled = try group.add(publicA, publicA)
        #expect(try doubled == group.multiply(publicA, by: SecretBytes([2])))
        #expect(try group.add(doubled, publicA) == group.multiply(publicA, by: SecretBytes([0, 3])))
    }

    @Test(arguments: NamedCurve.allCases)
    func `the identity is never a result`(curve: NamedCurve) throws {
        let group = try ECGroup(curve)
        #expect(throws: CryptoError.identity) { try group.multiply(group.generator, by: SecretBytes([0])) }
        #expect(throws: CryptoError.invalidScalar) { try group.multiply(group.generator, by: SecretBytes([])) }
        // The negative of a point: of the three sums with 1, 2 and 3 times it, only one is the identity.
        let minusOne = try group.multiply(group.generator, by: order(of: curve, minus: 1))
        #expect(minusOne.x == group.generator.x && minusOne.y != group.generator.y)
        #expect(throws: CryptoError.identity) { try group.add(group.generator, minusOne) }
        #expect(throws: CryptoError.identity) { try group.multiply(group.generator, by: order(of: curve, minus: 0)) }
    }

    @Test(arguments: NamedCurve.allCases)
    func `the sum of two products is the sum of the products, and none of them is the identity`(
        curve: NamedCurve
    ) throws {
        let group = try ECGroup(curve)
        let random = RandomSource.seeded(UInt64(curve.standardizedDomainParameterID))
        let (a, b) = (try group.randomScalar(random), try group.randomScalar(random))
        let point = try group.multiply(group.generator, by: b)
        for base in [group.generator, point] {
            let expected = try group.add(group.multiply(base, by: a), group.multiply(point, by: b))
            #expect(try group.sum(a, times: base, and: b, timesPublicKey: group.encoded(point)) == expected)
        }
        #expect(try group.multiply(publicKey: group.encoded(point), by: a) == group.multiply(point, by: a))
        let (zero, one) = (SecretBytes([0]), SecretBytes([1]))
        for (left, right) in try [(zero, one), (one, zero), (order(of: curve, minus: 1), one)] {
            #expect(throws: CryptoError.identity) {
                try group.sum(left, times: group.generator, and: right, timesPublicKey: group.encoded(group.generator))
            }
        }
        #expect(throws: CryptoError.invalidScalar) {
            try group.sum(SecretBytes([]), times: point, and: one, timesPublicKey: group.encoded(point))
        }
    }

    @Test(arguments: NamedCurve.allCases)
    func `encodings that are not 04, x, y of a point are refused`(curve: NamedCurve) throws {
        let group = try ECGroup(curve)
        let good = group.encoded(group.generator)
        for count in 0..<good.count {
            #expect(throws: CryptoError.invalidLength(what: "point", expected: good.count, found: count)) {
                try group.point(decoding: Array(good.prefix(count)))
            }
        }
        #expect(throws: CryptoError.self) { try group.point(decoding: good + [0]) }
        for form: UInt8 in [0x00, 0x02, 0x03, 0x05, 0x06, 0x07] {
            #expect(throws: CryptoError.invalidPoint("only the uncompressed form is used")) {
                try group.point(decoding: [form] + good.dropFirst())
            }
        }
        var offCurve = good
        offCurve[good.count - 1] ^= 1
        #expect(throws: CryptoError.invalidPoint("it is not on the curve")) { try group.point(decoding: offCurve) }
        let tooLarge = [0x04] + [UInt8](repeating: 0xFF, count: good.count - 1)
        #expect(throws: CryptoError.invalidPoint("it is not on the curve")) { try group.point(decoding: tooLarge) }
        let zero = [0x04] + [UInt8](repeating: 0, count: good.count - 1)
        #expect(throws: CryptoError.invalidPoint("it is not on the curve")) { try group.point(decoding: zero) }
        // The ways that read and multiply at once refuse the same.
        let one = SecretBytes([1])
        for bad in [[], good.dropLast(), good + [0], [0x02] + good.dropFirst(), offCurve, tooLarge, zero] {
            #expect(throws: CryptoError.self) { try group.multiply(publicKey: bad, by: one) }
            #expect(throws: CryptoError.self) {
                try group.sum(one, times: group.generator, and: one, timesPublicKey: bad)
            }
        }
    }

    @Test func `a point of another group is refused`() throws {
        let (nist, brainpool) = (try ECGroup(.secp256r1), try ECGroup(.brainpoolP256r1))
        #expect(throws: CryptoError.invalidPoint("it is not on the curve")) {
            try nist.multiply(brainpool.generator, by: SecretBytes([2]))
        }
        #expect(throws: CryptoError.invalidPoint("it is not on the curve")) {
            try nist.add(nist.generator, brainpool.generator)
        }
        #expect(throws: CryptoError.invalidPoint("it belongs to another group")) {
            try nist.multiply(try ECGroup(.secp384r1).generator, by: SecretBytes([2]))
        }
    }

    @Test func `a published private key can be put in as randomness`() throws {
        let group = try ECGroup(.brainpoolP256r1)
        let key = try hex(Self.keyPairs[0].0)
        #expect(try group.randomScalar(.scripted([key])) == SecretBytes(key))
    }

    @Test func `draws out of range are drawn again, but not for ever`() throws {
        let group = try ECGroup(.brainpoolP256r1)
        let key = try hex(Self.keyPairs[0].0)
        let (zero, large) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32))
        let order = try order(of: .brainpoolP256r1, minus: 0).exposed()
        #expect(try group.randomScalar(.scripted([zero, large, order, key])) == SecretBytes(key))
        #expect(throws: CryptoError.unusableRandomness) { try group.randomScalar(.scripted([])) }
        #expect(throws: CryptoError.unusableRandomness) { try group.randomScalar(RandomSource { _ in [1] }) }
    }

    @Test func `bits above the order are cleared`() throws {
        let group = try ECGroup(.secp521r1)
        let drawn = try group.randomScalar(.scripted([[0xFE] + [UInt8](repeating: 0x11, count: 65)]))
        #expect(drawn == SecretBytes([0x00] + [UInt8](repeating: 0x11, count: 65)))
    }

    @Test(arguments: NamedCurve.allCases)
    func `explicit parameters of a known curve name it`(curve: NamedCurve) throws {
        #expect(try ECGroup(explicitParameters: curve.explicitParameters()).curve == curve)
    }

    @Test func `explicit parameters of which one differs are refused`() throws {
        let der = try NamedCurve.brainpoolP256r1.explicitParameters()
        // Every number ends in another byte once; the version and the cofactor have rules of their own.
        for index in 4..<der.count {
            var changed = der
            changed[index] ^= 1
            #expect(throws: CryptoError.self, "byte \(index)") { try ECGroup(explicitParameters: changed) }
        }
        for count in 0..<der.count {
            #expect(throws: CryptoError.self) { try ECGroup(explicitParameters: Array(der.prefix(count))) }
        }
        #expect(throws: CryptoError.self) { try ECGroup(explicitParameters: der + [0]) }
    }

    private func order(of curve: NamedCurve, minus difference: UInt8) throws -> SecretBytes {
        // The order is the INTEGER before the cofactor in the explicit parameters; all these orders are odd.
        let der = try curve.explicitParameters()
        var octets = Array(der.dropLast(3).suffix(curve.orderByteCount))
        octets[octets.count - 1] -= difference
        return SecretBytes(octets)
    }
}
