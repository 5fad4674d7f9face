import CBareOpenSSL
import CardCrypto
import Dispatch
import InlaySeams
import LDS
import PassportSimulator
import Synchronization
import Trust

/// Passive authentication against the OpenSSL primitives that it cannot do without.
enum TrustBenchmark {
    static func run(_ arguments: [String]) throws {
        let count = arguments.compactMap(Int.init).first ?? 10_000
        print("one core, processor time; ratio = time of the OpenSSL primitives alone / time of the product")
        let workloads = try makeWorkloads()
        for workload in workloads { oneCore(workload) }
        try allCores(count)
    }

    private static func makeWorkloads() throws -> [Workload] {
        let count = 300
        var list: [Workload] = []
        for (name, signer, country, digest) in [
            (
                "brainpoolP256r1 under brainpoolP384r1", NamedCurve.brainpoolP256r1, NamedCurve.brainpoolP384r1,
                DigestAlgorithm.sha256
            ),
            ("secp256r1 under secp384r1", .secp256r1, .secp384r1, .sha256),
            ("secp256r1 under secp256r1", .secp256r1, .secp256r1, .sha256),
            ("brainpoolP512r1 under brainpoolP512r1", .brainpoolP512r1, .brainpoolP512r1, .sha512),
        ] {
            var settings = PassportSettings()
            settings.signerCurve = signer
            settings.countryCurve = country
            settings.digest = digest
            list.append(
                try Workload(name, digest: digest, padding: 0, count: count, signers: count, settings: settings))
        }
        let (country, signer) = (try rsaKey(4096), try rsaKey(2048))
        for (name, padding, algorithm) in [
            ("RSA 2048 under RSA 4096, PKCS #1", Int32(1), SignatureAlgorithm.rsaPKCS1(.sha256)),
            ("RSA 2048 under RSA 4096, PSS", 6, .rsaPSS(.sha256, mgfDigest: .sha256, saltLength: 32)),
        ] {
            list.append(
                try Workload(
                    name, digest: .sha256, padding: padding, count: count, signers: count, settings: PassportSettings()
                ) { _ in (SigningKey(country, algorithm), SigningKey(signer, algorithm)) })
        }
        return list
    }

    static func rsaKey(_ bits: Int) throws -> PrivateKey {
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = bare_rsa_key(Int32(bits), &bytes, bytes.count)
        return try PrivateKey(pkcs8: Array(bytes.prefix(count)))
    }

    /// Alternates product and OpenSSL in short turns, so that a busy machine disturbs both alike.
    private static func oneCore(_ workload: Workload) {
        let country = bare_key_make(workload.countryKey, workload.countryKey.count)
        defer { bare_key_free(country) }
        let signers = workload.bare.map { bare_key_make($0.signerKey, $0.signerKey.count) }
        defer { signers.forEach(bare_key_free) }
        let known = PassiveAuthentication(anchors: workload.store)
        var isGood = true
        for index in workload.documents.indices { isGood = workload.judge(index, known) && isGood }

        var (new, warm, bareNew, bareWarm) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        let turn = 20
        for start in stride(from: 0, to: workload.documents.count, by: turn) {
            let range = start..<min(start + turn, workload.documents.count)
            let fresh = PassiveAuthentication(anchors: TrustStore(workload.store.anchors))
            new += time { for index in range { isGood = workload.judge(index, fresh) && isGood } }
            bareNew += time {
                for index in range { isGood = workload.verifyBare(index, country: country, signer: nil) && isGood }
            }
            warm += time { for index in range { isGood = workload.judge(index, known) && isGood } }
            bareWarm += time {
                for index in range {
                    isGood = workload.verifyBare(index, country: country, signer: signers[index]) && isGood
                }
            }
        }
        let count = workload.documents.count
        print("\(workload.name)\(isGood ? "" : "  NOT ALL GOOD")")
        line("  every document of a new signer", new, bareNew, count)
        line("  signers known from documents before", warm, bareWarm, count)
        line("  the same, OpenSSL verifying every certificate again", warm, bareNew, count)
    }

    /// The product's work alone, again and again, for a profiler.
    static func profile(_ arguments: [String]) throws {
        let rounds = arguments.compactMap(Int.init).first ?? 100
        let (country, signer) = (try rsaKey(2048), try rsaKey(2048))
        let algorithm = SignatureAlgorithm.rsaPKCS1(.sha256)
        let keys: ((Int) throws -> (country: SigningKey, signer: SigningKey))? =
            arguments.contains("ec")
            ? nil : { _ in (SigningKey(country, algorithm), SigningKey(signer, algorithm)) }
        let workload = try Workload(
            "profile", digest: .sha256, padding: 1, count: 100, signers: 100, settings: PassportSettings(), keys: keys)
        let isCold = arguments.contains("new")
        var authentication = PassiveAuthentication(anchors: workload.store)
        for _ in 0..<rounds {
            if isCold { authentication = PassiveAuthentication(anchors: TrustStore(workload.store.anchors)) }
            for index in workload.documents.indices where !workload.judge(index, authentication) { print("not good") }
        }
    }

    private static func line(_ text: String, _ ours: UInt64, _ bare: UInt64, _ count: Int) {
        let each = (Double(ours) / Double(count) / 1000, Double(bare) / Double(count) / 1000)
        print("\(text): \(fixed(each.0)) µs, OpenSSL \(fixed(each.1)) µs, ratio \(fixed(each.1 / each.0, 3))")
    }

    /// A batch over all cores against the same batch on one.
    private static func allCores(_ count: Int) throws {
        var settings = PassportSettings()
        settings.signerCurve = .brainpoolP256r1
        settings.countryCurve = .brainpoolP384r1
        let workload = try Workload(
            "batch", digest: .sha256, padding: 0, count: min(count, 2000), signers: 20, settings: settings)
        let cores = Int(ProcessorCount.online)
        func batch(_ threads: Int) -> (elapsed: Double, processor: Double, bad: Int) {
            let authentication = PassiveAuthentication(anchors: TrustStore(workload.store.anchors))
            let bad = Atomic(0)
            let next = Atomic(0)
            let clock = ContinuousClock()
            let start = (clock.now, bare_processor_time())
            DispatchQueue.concurrentPerform(iterations: threads) { _ in
                while true {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < count else { return }
                    if !workload.judge(index % workload.documents.count, authentication) {
                        bad.wrappingAdd(1, ordering: .relaxed)
                    }
                }
            }
            let elapsed = clock.now - start.0
            return (
                Double(elapsed.components.attoseconds) / 1e18 + Double(elapsed.components.seconds),
                Double(bare_processor_time() - start.1) / 1e9, bad.load(ordering: .relaxed)
            )
        }
        let one = batch(1)
        let all = batch(cores)
        print("batch of \(count) documents, 20 signers, brainpoolP256r1: \(one.bad + all.bad) not good")
        print("  1 thread: \(fixed(Double(count) / one.elapsed)) a second, processor time \(fixed(one.processor, 2)) s")
        print(
            "  \(cores) threads: \(fixed(Double(count) / all.elapsed)) a second, processor time \(fixed(all.processor, 2)) s,"
                + " speed-up \(fixed(one.elapsed / all.elapsed, 2)) = \(fixed(one.elapsed / all.elapsed / Double(cores), 3)) x cores,"
                + " by processor time \(fixed(one.processor / all.processor, 3)) x cores")
    }

    static func time(_ body: () -> Void) -> UInt64 {
        let start = bare_processor_time()
        body()
        return bare_processor_time() - start
    }

    static func fixed(_ value: Double, _ digits: Int = 1) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((value * scale).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = String(scaled % Int(scale))
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
