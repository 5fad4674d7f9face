import Octets
import Testing

struct CountTests {
    @Test(arguments: [
        (0, "0 bytes", "0 tries are", "0 are"), (1, "1 byte", "1 try is", "1 is"),
        (2, "2 bytes", "2 tries are", "2 are"),
    ])
    func `one is one`(count: Int, bytes: String, tries: String, verb: String) {
        #expect(Count.bytes(count) == bytes)
        #expect(Count.of(count, "try is", "tries are") == tries)
        #expect(Count.are(count) == verb)
    }

    @Test(arguments: [(0, "0 times"), (1, "once"), (2, "twice"), (3, "3 times")])
    func `how often something was done is told in words`(count: Int, words: String) {
        #expect(Count.times(count) == words)
    }
}
