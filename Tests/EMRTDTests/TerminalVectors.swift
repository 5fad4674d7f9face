import CardCrypto
import EMRTD
import LDS
import Octets
import TestSupport
import Testing

/// Certificates, chains and signatures recomputed in Python from 9303-11 §7.1 and 9303-12 §7.2
/// (Tests/Foreign/make_vectors.py).
enum TerminalVectors {
    static let lines = vectorFile("terminal-authentication.txt")

    static func lines(of kind: String) -> [VectorLine] { lines.filter { $0.text("kind") == kind } }

    private static let named: [String: [VectorLine]] = Dictionary(grouping: lines) { $0.text("name") }

    static func line(_ name: String, kind: String) throws -> VectorLine {
        try #require(named[name]?.first { $0.text("kind") == kind }, "\(name)")
    }

    static func certificate(_ name: String) throws -> CVCertificate {
        try CVCertificate(parsing: line(name, kind: "cert").bytes("certificate"))
    }

    /// The names behind `field`, comma separated.
    static func names(_ line: VectorLine, _ field: String) -> [String] {
        line.text(field).split(separator: ",").map(String.init)
    }

    /// A key on a curve; the RSA keys of the vectors have no primes, with which OpenSSL would sign.
    static func privateKey(_ name: String) throws -> PrivateKey {
        let line = try line(name, kind: "key")
        let curve = try #require(NamedCurve.allCases.first { $0.name == line.text("curve") })
        return try PrivateKey(curve, scalar: SecretBytes(line.bytes("sk")))
    }

    static func publicKey(_ name: String) throws -> PublicKey {
        let line = try line(name, kind: "key")
        guard line.text("curve") == "-" else { return try privateKey(name).publicKey }
        let exponent = try #require(UInt32(line.text("e")))
        return try PublicKey(
            rsaModulus: line.bytes("n"),
            publicExponent: stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: exponent >> $0) })
    }
}
