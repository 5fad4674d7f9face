import Diagnosis

/// What one run of `inlay doctor` costs on this machine: files, programs, the service if there is one.
enum DoctorBenchmark {
    static func run() {
        let clock = ContinuousClock()
        for depth in [Examination.Depth.files, .service] {
            var times: [Duration] = []
            for _ in 0..<20 {
                times.append(clock.measure { _ = Examination(of: .system(), depth: depth).run() })
            }
            times.sort()
            print("doctor (\(depth)): median \(times[10]), slowest \(times[19]); the budget is 0.3 s")
        }
    }
}
