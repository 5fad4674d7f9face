/// How national characters are written in the machine readable zone (9303-3 §6).
public enum MRZTransliteration {
    /// One character of a printed name that the zone writes in another way.
    public struct Step: Hashable, Sendable {
        /// As it is printed.
        public let printed: String
        /// As the zone writes it; empty when it is left out.
        public let written: String
    }

    /// Letters of a zone that may stand for national ones.
    public struct Possibility: Hashable, Sendable {
        /// As they stand in the zone.
        public let written: String
        /// What they may have been.
        public let originals: [String]
    }

    /// How the zone may write `character`, the standard's first choice first; empty when it cannot be written.
    ///
    /// Fillers stand for spaces, hyphens and commas; what is left out is an empty form.
    public static func forms(of character: Character) -> [String] {
        let capital = character.uppercased()
        guard capital.count == 1, let character = capital.first else {
            return capital.map { Self.forms(of: $0).first }.reduce([""]) { all, form in
                form.map { form in all.map { $0 + form } } ?? []
            }
        }
        if let forms = table[character] { return forms }
        guard let first = character.unicodeScalars.first else { return [] }
        if ("A"..."Z").contains(first) { return [String(first)] }
        if character.unicodeScalars.count > 1 { return marked(character, base: Character(first)) }
        switch first.properties.generalCategory {
        case .dashPunctuation, .spaceSeparator: return ["<"]
        case .nonspacingMark, .modifierLetter, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation:
            return [""]
        default: return baseLetter(first).map { [$0] } ?? []
        }
    }

    /// `text` as the zone writes it, in the standard's first choice; nil when a character cannot be written.
    public static func written(_ text: String) -> String? {
        var written = ""
        for character in text {
            guard let form = forms(of: character).first else { return nil }
            written += form
        }
        return written
    }

    /// How `printed` became `zone`, both with parts separated by spaces or fillers: the characters that were not just
    /// copied. Nil when the zone does not write that name.
    public static func steps(from printed: String, to zone: String) -> [Step]? {
        let words = zone.split { $0 == " " || $0 == "<" }.joined(separator: "<")
        let characters = Array(printed.drop { $0 == " " }).reversed().drop { $0 == " " }.reversed()
        var budget = 10_000
        return steps(Array(characters)[...], words[...], &budget)
    }

    /// What letters of `name`, a name in a zone, may stand for.
    public static func possibilities(in name: String) -> [Possibility] {
        var found: [Possibility] = []
        var rest = name[...]
        while !rest.isEmpty {
            let match = inverse.first { rest.hasPrefix($0.written) }
            if let match, !found.contains(match) { found.append(match) }
            rest = rest.dropFirst(match?.written.count ?? 1)
        }
        return found
    }

    // MARK: - Comparing

    private static func steps(
        _ printed: ArraySlice<Character>, _ zone: Substring, _ budget: inout Int
    ) -> [Step]? {
        budget -= 1
        guard budget > 0 else { return nil }
        guard let character = printed.first else { return zone.isEmpty ? [] : nil }
        for form in forms(of: character) {
            let isFiller = !form.isEmpty && form.allSatisfy { $0 == "<" }
            var rest = zone
            if isFiller {
                // Fillers in a row are one separator here.
                guard rest.first == "<" else { continue }
                rest = rest.dropFirst()
            } else {
                guard rest.hasPrefix(form) else { continue }
                rest = rest.dropFirst(form.count)
            }
            var behind = printed.dropFirst()
            if isFiller { behind = behind.drop { forms(of: $0) == ["<"] } }
            guard let further = steps(behind, rest, &budget) else { continue }
            let isCopied = isFiller || character.isASCII && !form.isEmpty
            return (isCopied ? [] : [Step(printed: String(character), written: form)]) + further
        }
        return nil
    }

    // MARK: - Letters

    /// A letter with marks: doubled by a shadda, otherwise as without them.
    private static func marked(_ character: Character, base: Character) -> [String] {
        let isDoubled = character.unicodeScalars.contains("\u{0651}")
        return forms(of: base).map { isDoubled ? $0 + $0 : $0 }
    }

    /// The letter of "LATIN CAPITAL LETTER C WITH CARON".
    private static func baseLetter(_ scalar: Unicode.Scalar) -> String? {
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count >= 4, words.starts(with: ["LATIN", "CAPITAL", "LETTER"]), words[3].count <= 2 else {
            return nil
        }
        return String(words[3])
    }

    private static let table: [Character: [String]] = {
        var table: [Character: [String]] = [:]
        for entry in (latin + cyrillic + arabic).split(whereSeparator: { $0 == " " || $0.isNewline }) {
            guard let letter = entry.first else { continue }
            table[letter] = entry.dropFirst(2).split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
        table[","] = ["<", "<<"]
        return table
    }()

    /// Codes that point back to letters, longest first: Latin letters with several in the zone, and Arabic ones with X.
    private static let inverse: [Possibility] = {
        var originals: [String: [String]] = [:]
        for (letter, forms) in table where letter.unicodeScalars.count == 1 {
            guard let scalar = letter.unicodeScalars.first, scalar.value < 0x370 || scalar.value > 0x5FF else {
                continue
            }
            for form in forms where form.count > 1 && form != "<<" {
                originals[form, default: []].append(String(letter))
            }
        }
        return originals.map { Possibility(written: $0.key, originals: $0.value.sorted()) }
            .sorted { ($1.written.count, $0.written) < ($0.written.count, $1.written) }
    }()

    // Every letter, `=`, and how it is written. 9303-3 §6, tables A, B and C; Latin letters that only lose their marks
    // are not listed.
    private static let latin = """
        Ä=AE|A Å=AA|A Æ=AE Ñ=N|NXX Ö=OE|O Ø=OE Œ=OE Ü=UE|UXX|U Ð=D Þ=TH ẞ=SS Ĳ=IJ Ŋ=N ĸ=Q Ə=E
        """ + "\n"

    private static let cyrillic = """
        А=A Б=B В=V Г=G|H Ґ=G Д=D Ђ=D Е=E Ё=E|IO Є=IE Ж=ZH|Z З=Z Ѕ=DZ И=I|Y І=I Ї=I Й=I Ј=J К=K Ќ=K|KJ Л=L Љ=LJ М=M
        Н=N Њ=NJ О=O П=P Р=R С=S Т=T Ћ=C|D У=U Ў=U Ф=F Х=KH|H Ц=TS|C Ч=CH|C Џ=DZ Ш=SH|S Щ=SHCH|SHT Ъ=IE Ы=Y Ь= Э=E
        Ю=IU Я=IA Ѓ=G|GJ Ѫ=U Ѵ=Y
        """ + "\n"

    private static let arabic = """
        ء=XE آ=XAA أ=XAE ؤ=U إ=I ئ=XI ا=A ب=B ة=XTA|XAH ت=T ث=XTH ج=J ح=XH خ=XKH د=D ذ=XDH ر=R ز=Z س=S ش=XSH ص=XSS
        ض=XDZ ط=XTT ظ=XZZ ع=E غ=G ـ= ف=F ق=Q ك=K ل=L م=M ن=N ه=H و=W ى=XAY ي=Y ٱ=XXA ٹ=XXT ټ=XRT پ=P ځ=XKE څ=XXH چ=XC
        ڈ=XXD ډ=XDR ڑ=XXR ړ=XRR ږ=XRX ژ=XJ ښ=XXS ک=XKK ګ=XXK ڭ=XNG گ=XGG ں=XNN ڼ=XXN ھ=XDO ۀ=XYH ہ=XXG ۂ=XGE ۃ=XTG ی=XYA
        ۍ=XXY ې=Y ے=XYB ۓ=XBE
        """
}
