/// A piece of HTML: the one place where text of foreign origin is made fit for a page (Docs/rules.md 15).
///
/// Names of elements, classes and attributes are literals of this program; text and the values of attributes are escaped
/// on their way in. There is no other way in.
struct HTML: Hashable, Sendable {
    /// As it stands in the file.
    private(set) var source: String

    /// A name and its value.
    struct Attribute: Hashable, Sendable {
        fileprivate let name: String
        fileprivate let value: String

        init(_ name: StaticString, _ value: String) {
            self.name = "\(name)"
            self.value = value
        }
    }

    private init(source: String) { self.source = source }

    /// Nothing.
    static let empty = HTML(source: "")

    /// Pieces one behind the other.
    init(_ pieces: [HTML]) { source = pieces.map(\.source).joined() }

    /// Text of this program.
    static func text(_ text: String) -> HTML { HTML(source: escaped(text)) }

    /// Text of a document or a file: isolated, so that letters written from right to left move nothing around them, and
    /// no longer than a page has room for.
    static func foreign(_ text: String) -> HTML { element("bdi", "", [.text(bounded(text))]) }

    /// `<name class="…" …>children</name>`.
    static func element(
        _ name: StaticString, _ classes: StaticString = "", _ children: [HTML],
        attributes: [Attribute] = []
    ) -> HTML {
        // A line end behind a word would show as a space.
        let isInline = ["bdi", "span", "strong"].contains("\(name)")
        return HTML(
            source: start(name, classes, attributes) + children.map(\.source).joined()
                + "</\(name)>" + (isInline ? "" : "\n"))
    }

    /// An element that has no end: `meta`, `img`, `br`.
    static func void(
        _ name: StaticString, _ classes: StaticString = "", attributes: [Attribute] = []
    ) -> HTML {
        HTML(source: start(name, classes, attributes))
    }

    /// A style sheet of this program, and a text at the foot of every printed page.
    static func style(_ sheet: StaticString, footOfPages: String) -> HTML {
        HTML(source: "<style>\(Self.sheet(sheet, footOfPages: footOfPages))</style>\n")
    }

    /// The same as it stands in the element. Of the text only what cannot leave a string of CSS is kept.
    static func sheet(_ sheet: StaticString, footOfPages: String) -> String {
        let kept = footOfPages.unicodeScalars.filter { character in
            character.isASCII && (character.properties.isAlphabetic || ("0"..."9").contains(character))
                || " ,:-".unicodeScalars.contains(character)
        }
        let text = String(String.UnicodeScalarView(kept.prefix(120)))
        return "\(sheet)\n@page { @bottom-left { content: \"\(text)\"; font: 8pt sans-serif; color: #5b6570; } }"
    }

    /// A whole document.
    static func document(_ head: [HTML], _ body: [HTML]) -> HTML {
        HTML(source: "<!DOCTYPE html>\n<html lang=\"en\">\n")
            + element("head", "", head) + element("body", "", body) + HTML(source: "</html>\n")
    }

    /// Both, one behind the other.
    static func + (left: HTML, right: HTML) -> HTML { HTML(source: left.source + right.source) }

    // MARK: - Parts

    private static func start(
        _ name: StaticString, _ classes: StaticString, _ attributes: [Attribute]
    ) -> String {
        var text = "<\(name)"
        if classes.utf8CodeUnitCount > 0 { text += " class=\"\(classes)\"" }
        for attribute in attributes { text += " \(attribute.name)=\"\(escaped(attribute.value))\"" }
        return text + ">"
    }

    /// What could act on a page, or on the order of its text, is written out.
    private static func escaped(_ text: String) -> String {
        var safe = ""
        for character in TerminalText.escaped(text).unicodeScalars {
            switch character {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            case "'": safe += "&#39;"
            default: safe.unicodeScalars.append(character)
            }
        }
        return safe
    }

    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > 4000 else { return text }
        return String(text.unicodeScalars.prefix(1000)) + " … (\(text.unicodeScalars.count) characters)"
    }
}
