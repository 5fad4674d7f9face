import ChipSimulation
import Foundation
import InlaySeams
import Synchronization
import Testing

/// A chip that lies on a virtual reader until `remove`, served by a thread of the test.
final class PluggedChip: Sendable {
    private let isRemoved = Atomic(false)
    private let end = DispatchSemaphore(value: 0)
    private let log = Mutex<[VirtualReader.Event]>([])
    private let result = Mutex<Result<VirtualReader.Ending, VirtualReaderError>?>(nil)

    /// Lays a chip on `reader`.
    init(on reader: VirtualReader, _ chip: @escaping @Sendable () -> any ChipSimulator = { EchoChip() }) {
        let thread = Thread { [self] in
            let interruption = Interruption { self.isRemoved.load(ordering: .relaxed) }
            let ending: Result<VirtualReader.Ending, VirtualReaderError>
            do throws(VirtualReaderError) {
                ending = .success(
                    try reader.serve(chip(), until: interruption) { event in self.log.withLock { $0.append(event) } })
            } catch {
                ending = .failure(error)
            }
            result.withLock { $0 = ending }
            end.signal()
        }
        thread.start()
    }

    /// What happened so far.
    var events: [VirtualReader.Event] { log.withLock { $0 } }

    /// How serving ended; nil when it did not within ten seconds.
    func ending() -> Result<VirtualReader.Ending, VirtualReaderError>? {
        guard end.wait(timeout: .now() + 10) == .success else { return nil }
        end.signal()
        return result.withLock { $0 }
    }

    /// Takes the chip away; also from within one of its commands.
    func takeAway() { isRemoved.store(true, ordering: .relaxed) }

    /// Takes the chip away and waits until it is gone.
    func remove() {
        takeAway()
        _ = ending()
    }
}

/// Looks again until `condition` holds; false after ten seconds.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<500 {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.02)
    }
    return try condition()
}
