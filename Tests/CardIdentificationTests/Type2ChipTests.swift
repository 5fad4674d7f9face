import CardIdentification
import Testing

@Suite struct Type2ChipTests {
    /// nfcpy keeps the same first configuration page for each chip: 16, 37, 41, 131, 227.
    @Test(arguments: [
        ("NTAG210", 16, 20), ("NTAG212", 37, 41), ("NTAG213", 41, 45), ("NTAG215", 131, 135), ("NTAG216", 227, 231),
        ("MF0UL11", 16, 20), ("MF0UL21", 37, 41),
    ])
    func `configuration pages stand where the data sheet has them`(name: String, first: Int, count: Int) throws {
        let chip = try #require(Type2Chip.named(name))
        #expect(chip.page(.configuration0).map(Int.init) == first)
        #expect(chip.page(.passwordAcknowledge).map(Int.init) == first + 3)
        #expect(chip.pageCount == count)
    }

    @Test func `names are unique and no configuration page is user memory`() {
        #expect(Set(Type2Chip.all.map(\.name)).count == Type2Chip.all.count)
        for chip in Type2Chip.all {
            for page in chip.pages.values {
                #expect(!chip.userPages.contains(page))
                #expect(Int(page) < chip.pageCount)
            }
        }
    }
}
