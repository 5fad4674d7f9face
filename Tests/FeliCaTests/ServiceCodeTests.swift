import FeliCa
import Testing

@Suite struct ServiceCodeTests {
    // JIS X 6319-4: the attribute decides what a service is and whether a key is needed.
    @Test(
        arguments: [
            (0x090F, 0x24, .cyclic, true), (0x090C, 0x24, .cyclic, false), (0x008B, 0x02, .random, true),
            (0x0088, 0x02, .random, false), (0x1317, 0x4C, .purse, true), (0x0810, 0x20, .purse, false),
            (0x0840, 0x21, .other, false), (0x0841, 0x21, .other, false),
        ] as [(UInt16, Int, ServiceCode.Kind, Bool)])
    func `number, kind and need of a key come from the code`(
        code: UInt16, number: Int, kind: ServiceCode.Kind, isReadable: Bool
    ) {
        let service = ServiceCode(code)
        #expect(service.number == number)
        #expect(service.kind == kind)
        #expect(service.isReadableWithoutKey == isReadable)
    }

    @Test func `a service code is sent low octet first and written high octet first`() {
        #expect(ServiceCode(0x090F).bytes == [0x0F, 0x09])
        #expect("\(ServiceCode(0x008B))" == "008B")
    }

    @Test func `a system code is sent as it is written`() {
        #expect(SystemCode.transit.bytes == [0x00, 0x03])
        #expect("\(SystemCode.commonArea)" == "FE00")
    }

    @Test(
        arguments: [
            (0x0003, 0x0003, true), (0x0003, 0xFE00, false), (0xFFFF, 0x0003, true), (0xFF03, 0x0003, true),
            (0x00FF, 0x0003, true), (0x00FF, 0xFE00, false),
        ] as [(UInt16, UInt16, Bool)])
    func `FF in a polled system code stands for any octet`(polled: UInt16, own: UInt16, answers: Bool) {
        #expect(SystemCode(polled).matches(SystemCode(own)) == answers)
    }
}
