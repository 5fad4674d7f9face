import CBareOpenSSL
import LDS
import PassportSimulator

/// Taking the files of a passport apart: speed, and whether an image is copied on the way.
enum LDSBenchmark {
    static func run() {
        print("EF.DG2                      file        speed      memory besides the file   image")
        for size in [18_000, 100_000, 1_000_000] {
            var image = [UInt8](repeating: 0x5A, count: size)
            image.replaceSubrange(0..<4, with: [0xFF, 0xD8, 0xFF, 0xE0])
            image.replaceSubrange((size - 2)..<size, with: [0xFF, 0xD9])
            measure(
                "ISO/IEC 19794-5", EFDG2(FaceRecord([FaceRecord.Face(image: image, width: 3, height: 4)])).encoded())
            measure(
                "ISO/IEC 39794-5",
                EFDG2(FaceDataBlock([FaceRepresentation(image: image, width: 3, height: 4)])).encoded())
        }
        files()
    }

    /// Parses `bytes` again and again; the image of the result must lie in them.
    private static func measure(_ name: String, _ bytes: [UInt8]) {
        let rounds = max(20, 200_000_000 / bytes.count)
        var faces = 0
        let time = best {
            for _ in 0..<rounds { faces += (try? EFDG2(parsing: bytes))?.faces.count ?? 0 }
        }
        guard faces == 3 * rounds else { return print("\(name): a file was refused") }
        let before = memory()
        guard let file = try? EFDG2(parsing: bytes) else { return }
        let after = memory()
        let isPart = file.faces.allSatisfy { face in
            bytes.withUnsafeBytes { all in face.image.withUnsafeBytes { part in contains(all, part) } }
        }
        let speed = Double(rounds * bytes.count) / seconds(time) / 1_000_000
        print(
            "  \(pad(name, 20)) \(pad("\(bytes.count) bytes", 14)) \(pad("\(Int(speed)) MB/s", 12)) "
                + "\(pad("\(after - before) bytes", 24)) \(isPart ? "not copied" : "COPIED")")
    }

    private static func contains(_ all: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer) -> Bool {
        guard let start = all.baseAddress, let first = part.baseAddress else { return false }
        return first >= start && first + part.count <= start + all.count
    }

    /// All files of a simulated passport.
    private static func files() {
        guard let files = (try? PassportSimulator.make(name: "passport"))?.document.files else { return }
        var count = 0
        let rounds = 500
        let time = best {
            for _ in 0..<rounds { count += parse(files) }
        }
        let each = Double(count) / 3 / seconds(time)
        let total = files.ids.reduce(0) { $0 + (files[$1]?.count ?? 0) }
        print("all files of a passport     \(files.count) files, \(total) bytes: \(Int(each)) files a second")
    }

    private static func parse(_ files: LDSFiles) -> Int {
        var count = 0
        func take<File: LDSFile>(_: File.Type) {
            if let file = try? files.parsed(File.self), file.warnings.isEmpty { count += 1 }
        }
        take(EFCardAccess.self)
        take(EFATRInfo.self)
        take(EFCOM.self)
        take(EFSOD.self)
        take(EFDG1.self)
        take(EFDG2.self)
        take(EFDG11.self)
        take(EFDG12.self)
        take(EFDG14.self)
        return count
    }

    /// The best of three.
    private static func best(_ work: () -> Void) -> Duration {
        let clock = ContinuousClock()
        return (0..<3).map { _ in clock.measure(work) }.min() ?? .zero
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    /// Bytes that are taken from the heap.
    private static func memory() -> Int {
        bare_heap_bytes()
    }

    private static func pad(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - text.count))
    }
}
