import CardCrypto
import TestSupport
import Testing

/// Public keys as a chip may send them, good and bad; made in Python (Tests/Foreign/make_vectors.py).
struct PublicKeyVectorTests {
    @Test func `keys of every curve and group are accepted or refused as the standard says`() throws {
        let lines = vectorFile("public-keys.txt")
        #expect(lines.count > 200)
        for line in lines where line.text("expected") != "either" {
            let id = try #require(Int(line.text("id")))
            let key = line.text("key") == "-" ? [] : line.bytes("key")
            let isAccepted: Bool
            if let curve = NamedCurve(standardizedDomainParameterID: id) {
                let group = try ECGroup(curve)
                isAccepted = (try? group.point(decoding: key)) != nil
            } else {
                let group = try DHGroup(standardizedDomainParameterID: id)
                isAccepted = (try? group.element(decoding: key)) != nil
            }
            #expect(isAccepted == (line.text("expected") == "accepted"), "\(line)")
        }
    }
}
