import Frames
import ISO7816

/// Type 2 chips without GET_VERSION, told from each other by where their memory ends.
///
/// `AUTHENTICATE` would tell an Ultralight C at once, but it begins an authentication; READ does nothing. What is asked is
/// the order of proxmark3 from the other end, with reads only.
extension CardIdentifier {
    private enum Reading: Equatable {
        /// Four pages.
        case pages([UInt8])
        /// The chip says no.
        case refused
        /// Nothing came: it says nothing about the memory.
        case silence
    }

    func askMemory(
        _ channel: any FrameChannel, _ header: [UInt8], _ found: inout CardIdentity
    ) throws(CardError) {
        func read(_ probe: CardProbe) throws(CardError) -> Reading {
            // What was refused put the chip to sleep.
            do { try channel.restart() } catch {
                guard [.unsupported, .transportFailed, .notRecorded].contains(error.code) else { throw error }
                return .silence
            }
            return switch try frame(probe, channel) {
            case .bytes(let bytes) where bytes.count == 16: .pages(bytes)
            case .nibble: .refused
            default: .silence
            }
        }
        defer { try? channel.restart() }
        let firstPage = Array(header.prefix(4))
        /// True when page 0 follows the page that was read: it is the last that can be read.
        func isLast(_ bytes: [UInt8]) -> Bool { Array(bytes[4..<8]) == firstPage }
        let isNXP = header[0] == 0x04

        switch try read(.type2Page2C) {
        case .silence: return
        case .pages(let bytes):
            guard case .pages(let more) = try read(.type2Page30) else {
                found.add(.type2Page2C, bytes, "more pages than NXP's chips without GET_VERSION have", [.type2])
                return
            }
            found.chip = "FM11NT021"
            found.add(
                .type2Page30, more,
                "an NTAG213 compatible chip that knows no GET_VERSION and has more pages: FM11NT021 of Fudan", [.type2])
            return
        case .refused: break
        }
        switch try read(.type2Page2B) {
        case .silence: return
        case .pages(let bytes):
            guard isNXP, isLast(bytes) else {
                found.add(.type2Page2B, bytes, "page 2B can be read; no chip that is known here is like that", [.type2])
                return
            }
            found.chip = Self.ultralightC
            found.add(
                .type2Page2B, bytes, "page 2B (AUTH1) is the last that can be read: MIFARE Ultralight C",
                [.type2, .ultralightC])
            return
        case .refused: break
        }
        guard isNXP else { return }
        switch try read(.type2Page29) {
        case .silence: return
        case .pages(let bytes) where isLast(bytes):
            found.chip = "NTAG203 or MIFARE Ultralight C"
            found.add(
                .type2Page29, bytes,
                "page 29 is the last that can be read: NTAG203, or an Ultralight C that hides its key pages",
                [.type2])
        case .pages(let bytes):
            takeProtected(.type2Page29, bytes, "from page 2B on", &found)
        case .refused:
            switch try read(.type2Page0F) {
            case .silence: return
            case .pages(let bytes) where isLast(bytes):
                found.chip = "MIFARE Ultralight"
                found.add(
                    .type2Page0F, bytes,
                    "page 0F is the last that can be read: MIFARE Ultralight (or an Ultralight C with a key from page 10 on)",
                    [.type2])
            case .pages(let bytes): takeProtected(.type2Page0F, bytes, "behind page 0F", &found)
            case .refused: takeProtected(.type2Page0F, [], "in its first 16 pages already", &found)
            }
        }
    }

    private static let ultralightC = "MIFARE Ultralight C"

    /// Of NXP's chips without GET_VERSION only Ultralight C keeps pages from being read.
    private func takeProtected(
        _ probe: CardProbe, _ answer: [UInt8], _ place: String, _ found: inout CardIdentity
    ) {
        found.chip = Self.ultralightC
        found.add(
            probe, answer, "pages cannot be read without a key \(place): MIFARE Ultralight C", [.type2, .ultralightC])
    }
}
