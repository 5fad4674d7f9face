/// The check digits of the machine readable zone (9303-3 §4.9).
enum CheckDigit {
    /// Weights 7, 3, 1 over the values of the characters, modulo 10, as a digit.
    static func of(_ characters: some Sequence<Character>) -> Character {
        let weights = [7, 3, 1]
        let sum = characters.enumerated().reduce(0) { $0 + value($1.element) * weights[$1.offset % 3] }
        return Character(String(sum % 10))
    }

    private static func value(_ character: Character) -> Int {
        // Digits are themselves, letters begin at 10, the filler counts nothing: base 36 as Swift reads it.
        character.isASCII ? Int(String(character), radix: 36) ?? 0 : 0
    }
}
