import CardCrypto
import TestSupport
import Testing
import Trust

/// PACE-CAM recomputed in Python from 9303-11 §4.4.3.5 (Tests/Foreign/make_vectors.py).
struct MappingDataTests {
    @Test func `chip authentication data fits its static key and no other`() throws {
        let lines = vectorFile("pace-cam.txt")
        #expect(lines.count > 60)
        var accepted = 0
        for line in lines where !["unpadded", "zero-iv"].contains(where: line.text("name").hasPrefix) {
            let id = try #require(Int(line.text("id")))
            let curve = try #require(NamedCurve(standardizedDomainParameterID: id))
            let group = try ECGroup(curve)
            let key = try PublicKey(try group.point(decoding: line.bytes("pkca")), on: curve)
            let fits = MappingData.fits(line.bytes("caic"), mappingKey: line.bytes("pkmapic"), staticKey: key)
            // Lines whose data was made with another static key carry it encrypted; `caic` is what was sent.
            #expect(fits == (line.text("expected") == "accepted"), "\(line)")
            accepted += fits ? 1 : 0
        }
        #expect(accepted >= 33)
    }

    /// 9303-11 appendix I.1.
    @Test func `appendix I_1 fits`() throws {
        let group = try ECGroup(.brainpoolP256r1)
        let key = try PublicKey(
            try group.point(
                decoding: hex(
                    """
                    041872709494399E7470A6431BE25E83EEE24FEA568C2ED28DB48E05DB3A610DC8
                    84D256A40E35EFCB59BF6753D3A489D28C7A4D973C2DA138A6E7A4A08F68E16F
                    """)), on: .brainpoolP256r1)
        let data = hex("85DC3FA93D0952BFA82F5FD189EE75BD82F11D1F0B8ED4BF5319AC9B53C426B3")
        let mappingKey = hex(
            """
            04A234236AA9B9621E8EFB73B5245C0E09D2576E5277183C1208BDD55280CAE8B3
            04F365713A356E65A451E165ECC9AC0AC46E3771342C8FE5AEDD092685338E23
            """)
        #expect(MappingData.fits(data, mappingKey: mappingKey, staticKey: key))
        var wrong = data
        wrong[31] ^= 1
        #expect(!MappingData.fits(wrong, mappingKey: mappingKey, staticKey: key))
        #expect(!MappingData.fits(Array(data.dropFirst()), mappingKey: mappingKey, staticKey: key))
    }
}
