import ISO7816
import Testing

@Suite struct EffectTests {
    @Test func `effects are ordered by what there is to lose`() {
        #expect(Effect.allCases == [.readsOnly, .changesState, .authenticates, .writes, .irreversible])
        for (lower, upper) in zip(Effect.allCases, Effect.allCases.dropFirst()) { #expect(lower < upper) }
    }

    @Test func `writes and what cannot be taken back need consent`() {
        #expect(Effect.allCases.filter(\.needsConsent) == [.writes, .irreversible])
    }
}
