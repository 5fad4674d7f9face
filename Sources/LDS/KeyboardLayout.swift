/// A keyboard that a computer takes a reader for. Readers type on the keyboard of the United States; on a computer that
/// is set to another one, other characters arrive: `;` or `.` instead of `<`, and more.
public enum KeyboardLayout: Hashable, Sendable, CaseIterable {
    /// `;` for `<`, letters and digits as they are: Spain, Italy, Portugal, the Nordic countries.
    case qwerty
    /// The same with Y and Z exchanged: Germany, Austria, Switzerland.
    case qwertz
    /// `.` for `<`, A, Q, Z, W, M and the digits in other places: France.
    case azerty

    /// What arrives where the reader typed `<`.
    var filler: Unicode.Scalar { self == .azerty ? "." : ";" }

    /// The characters that were meant.
    func meant(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(meant(scalar)) }
        return String(scalars)
    }

    private func meant(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == filler { return "<" }
        switch self {
        case .qwerty: return scalar
        case .qwertz: return Self.ofQwertz[scalar] ?? scalar
        case .azerty: return Self.ofAzerty[scalar] ?? scalar
        }
    }

    private static let ofQwertz: [Unicode.Scalar: Unicode.Scalar] = ["Y": "Z", "Z": "Y", "y": "z", "z": "y"]

    private static let ofAzerty: [Unicode.Scalar: Unicode.Scalar] = [
        "A": "Q", "Q": "A", "Z": "W", "W": "Z", "a": "q", "q": "a", "z": "w", "w": "z", "?": "M", ",": "m",
        "&": "1", "é": "2", "\"": "3", "'": "4", "(": "5", "-": "6", "è": "7", "_": "8", "ç": "9", "à": "0",
    ]
}
