/// `inlay-bench trust [COUNT]`, `inlay-bench access [CURVE…]`, `inlay-bench lds`, `inlay-bench doctor`: what the product costs against what it cannot do without.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "trust": try TrustBenchmark.run(Array(words.dropFirst()))
case "access": try AccessBenchmark.run(Array(words.dropFirst()))
case "profile": try TrustBenchmark.profile(Array(words.dropFirst()))
case "lds": LDSBenchmark.run()
case "stations": StationBenchmark.run()
case "doctor": DoctorBenchmark.run()
case "store": try StoreBenchmark.run(Array(words.dropFirst()))
default:
    print(
        "usage: inlay-bench trust [COUNT] | access [CURVE…] | lds | doctor | stations | store MASTER-LIST | profile [ROUNDS] [new]"
    )
}
