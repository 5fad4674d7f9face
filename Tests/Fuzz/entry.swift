import FuzzTargets
import Glibc
import Octets

// The frame that libFuzzer calls; `Tests/Fuzz/run` compiles it with a module for each target's parsers. It is no part of
// the package, because it has no `main` of its own.

/// The target that INLAY_FUZZ_TARGET names.
private let target: FuzzTarget = {
    guard let target = FuzzTarget.named(variable("INLAY_FUZZ_TARGET") ?? "") else {
        print("INLAY_FUZZ_TARGET is none of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
        exit(2)
    }
    return target
}()

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// With INLAY_FUZZ_PREPARE, writes the seeds of every target into a folder of its name there, prints the names and ends.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutablePointer<CInt>?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = variable("INLAY_FUZZ_PREPARE") else { return 0 }
    for target in FuzzTarget.all {
        mkdir("\(folder)/\(target.name)", 0o755)
        for (index, seed) in target.seeds.enumerated() {
            guard let file = fopen("\(folder)/\(target.name)/seed-\(index)", "w") else { exit(1) }
            fwrite(seed, 1, seed.count, file)
            fclose(file)
        }
        print(target.name)
    }
    fflush(nil)
    exit(0)
}

/// Gives bytes to the target.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    // Bytes that are refused are kept all the same: what refuses them is what is tried.
    if case .broken(let what) = target.examine(bytes) { fatalError("\(target.name): \(what)") }
    return 0
}
