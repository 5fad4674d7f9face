import CardCrypto
import Glibc
import InlaySeams
import PassportSimulator
import Trust

/// Importing a master list, and starting with a thousand anchors.
enum StoreBenchmark {
    static func run(_ arguments: [String]) throws {
        guard let path = arguments.first, let bytes = read(path) else {
            print("usage: inlay-bench store MASTER-LIST")
            return
        }
        let moment = Moment(secondsSince1970: 1_790_000_000)
        var store = TrustStore()
        let clock = ContinuousClock()
        var best = Duration.seconds(1000)
        for _ in 0..<5 {
            let elapsed = clock.measure {
                var work = TrustImport(into: TrustStore(), at: moment, acceptsLists: true)
                work.add(bytes, named: "list")
                store = work.result().store
            }
            best = min(best, elapsed)
        }
        print("import: \(store.anchors.count) anchors of \(store.countries.count) countries in \(best)")

        // The list's certificates and as many of simulated states as a thousand needs.
        var anchors = store.anchors
        let origin = TrustOrigin(.user, name: "simulated", imported: moment)
        var seed: UInt64 = 1
        while anchors.count < 1000 {
            var settings = PassportSettings()
            settings.seed = seed
            settings.countryCurve = .secp256r1
            settings.signerCurve = .secp256r1
            let der = try IssuingState(settings).countryCertificate
            anchors.append(TrustAnchor(try Certificate(parsing: der), from: origin))
            seed += 1
        }
        let file = TrustStore(anchors).encoded()
        best = .seconds(1000)
        for _ in 0..<20 {
            let elapsed = try clock.measure { store = try TrustStore(parsing: file) }
            best = min(best, elapsed)
        }
        print("start: \(store.anchors.count) anchors from \(file.count) bytes in \(best)")
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&block, 1, block.count, file)
            guard count > 0 else { return bytes }
            bytes += block.prefix(count)
        }
    }
}
