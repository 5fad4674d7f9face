import Frames
import ISO7816
import Octets

/// Reads answers of cards (JIS X 6319-4). Every answer has to be one to the command that was sent, and of the card
/// that was asked.
enum FeliCaAnswer {
    /// The parameters behind IDm, in a reader of their own.
    static func body(_ bytes: [UInt8], to code: UInt8, from idm: IDm, during step: Step) throws(CardError) -> ByteReader
    {
        do {
            let frame = try FeliCaFrame(parsing: bytes)
            guard frame.code == code &+ 1 else {
                throw CardError(.malformedResponse, during: step, detail: "an answer to another command")
            }
            var reader = ByteReader(frame.parameters[...], in: "\(step)", at: 2)
            guard try IDm(from: &reader) == idm else {
                throw CardError(.malformedResponse, during: step, detail: "an answer of another card")
            }
            return reader
        } catch let error as CardError {
            throw error
        } catch {
            throw CardError(.malformedResponse, during: step, underlying: error)
        }
    }

    /// An answer to a polling: IDm, PMm, and the system code where it was asked for. PMm is absent where the reader, not
    /// the card, answers.
    static func card(_ bytes: [UInt8], during step: Step) throws(CardError) -> FeliCaCard {
        do {
            let frame = try FeliCaFrame(parsing: bytes)
            guard frame.code == FeliCaFrame.polling + 1 else {
                throw CardError(.malformedResponse, during: step, detail: "an answer to another command")
            }
            var reader = ByteReader(frame.parameters[...], in: "answer to a polling", at: 2)
            let idm = try IDm(from: &reader)
            let pmm = reader.isAtEnd ? nil : try PMm(from: &reader)
            let system = reader.isAtEnd ? nil : SystemCode(UInt16(try reader.number(2)))
            try reader.expectEnd()
            return FeliCaCard(idm: idm, pmm: pmm, system: system)
        } catch let error as CardError {
            throw error
        } catch {
            throw CardError(.malformedResponse, during: step, underlying: error)
        }
    }

    /// Flags, then exactly `count` blocks if they are 00 00. What stands behind other flags is not looked at: cards and
    /// readers have been seen to send zeros there.
    static func blocks(_ body: ByteReader, count: Int, during step: Step) throws(CardError) -> ReadAnswer {
        var reader = body
        do throws(ParseError) {
            let flags = StatusFlags(try reader.byte(), try reader.byte())
            guard flags == .success else { return .refused(flags) }
            let number = Int(try reader.byte())
            guard number == count else {
                throw reader.error(.invalidValue("\(Count.of(number, "block")) where \(count) were asked for"))
            }
            var blocks: [Block] = []
            for _ in 0..<number { blocks.append(try Block(from: &reader)) }
            try reader.expectEnd()
            return .blocks(blocks)
        } catch {
            throw CardError(.malformedResponse, during: step, underlying: error)
        }
    }

    /// A count, then as many 16-bit numbers.
    static func numbers(
        _ body: ByteReader, lowOctetFirst: Bool, during step: Step
    ) throws(CardError) -> [UInt16] {
        var reader = body
        do throws(ParseError) {
            var numbers: [UInt16] = []
            for _ in 0..<Int(try reader.byte()) {
                let number = UInt16(try reader.number(2))
                numbers.append(lowOctetFirst ? number.byteSwapped : number)
            }
            try reader.expectEnd()
            return numbers
        } catch {
            throw CardError(.malformedResponse, during: step, underlying: error)
        }
    }
}
