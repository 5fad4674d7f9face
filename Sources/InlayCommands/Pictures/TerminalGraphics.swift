/// A way in which a terminal shows pictures.
enum TerminalGraphics: Hashable, Sendable {
    /// The graphics protocol of kitty.
    case kitty
    /// Sixel, of the VT340.
    case sixel
    /// Block characters, two pixels each, in 24 bits of colour or 256 colours.
    case blocks(isTrueColour: Bool)

    /// What a terminal can do: what its variables say, and what it answers when they say nothing.
    ///
    /// Nothing for terminals of few colours. A multiplexer takes the variables of the terminal around it along, but shows
    /// no pictures of kitty's kind.
    static func best(environment: (String) -> String?, deviceAttributes: () -> [Int]) -> TerminalGraphics? {
        let terminal = environment("TERM") ?? ""
        let program = environment("TERM_PROGRAM") ?? ""
        guard !terminal.isEmpty, terminal != "dumb", terminal != "linux" else { return nil }
        let isMultiplexed =
            isSet("TMUX", environment) || isSet("STY", environment) || terminal.hasPrefix("screen")
            || terminal.hasPrefix("tmux")
        if !isMultiplexed {
            let isKitty =
                isSet("KITTY_WINDOW_ID", environment) || terminal == "xterm-kitty" || terminal.contains("ghostty")
                || ["WezTerm", "ghostty"].contains(program)
            if isKitty { return .kitty }
            if terminal == "mlterm" || terminal.hasPrefix("foot") || program == "iTerm.app" { return .sixel }
        }
        // Attribute 4 is sixel.
        if deviceAttributes().contains(4) { return .sixel }
        return blocks(environment)
    }

    /// Block characters in as many colours as the variables promise; nil below 256.
    static func blocks(_ environment: (String) -> String?) -> TerminalGraphics? {
        let terminal = environment("TERM") ?? ""
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || terminal.hasSuffix("-direct") {
            return .blocks(isTrueColour: true)
        }
        let isColoured = terminal.contains("256color") || terminal.hasPrefix("xterm") || terminal.hasPrefix("tmux")
        return isColoured ? .blocks(isTrueColour: false) : nil
    }

    private static func isSet(_ name: String, _ environment: (String) -> String?) -> Bool {
        environment(name).map { !$0.isEmpty } ?? false
    }
}
