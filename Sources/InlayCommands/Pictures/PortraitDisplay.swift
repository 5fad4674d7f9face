import FaceImages
import LDS

/// Whether and how portraits are shown on the terminal.
struct PortraitDisplay {
    static let option = CommandOption.value(
        "show-portrait", "HOW",
        "how the portrait is shown on a terminal: auto, none, kitty, sixel or blocks (default auto; never in a pipe)")

    private enum Choice: String {
        case auto, none, kitty, sixel, blocks
    }

    private let choice: Choice
    private let house: House

    init(_ arguments: Arguments, _ house: House) throws(Failure) {
        guard let choice = Choice(rawValue: arguments.value(Self.option) ?? "auto") else {
            throw .usage(
                "wrong-value", "--show-portrait takes auto, none, kitty, sixel or blocks",
                remedy: "write --show-portrait none, or leave it out")
        }
        self.choice = choice
        self.house = house
    }

    /// Shows the image where the terminal can do that. What cannot be decoded is told with `--verbose` only: the report
    /// has a line about the image anyway.
    func show(_ image: ArraySlice<UInt8>, _ format: ImageFormat, on output: Output) {
        guard output.showsPictures, let pictures = house.pictures, let kind = format.kind,
            let graphics = graphics(pictures), let limit = TerminalPicture.limit(graphics)
        else { return }
        do throws(ConversionFailure) {
            let picture = try pictures.converter.picture(of: image, kind: kind, fitting: limit)
            output.show(TerminalPicture(picture, graphics, isUTF8: output.isUTF8))
            if picture.isDamaged { output.note("parts of the portrait are missing or damaged") }
        } catch {
            output.detail(StyledText("the portrait is not shown: \(error)"))
        }
    }

    private func graphics(_ pictures: Pictures) -> TerminalGraphics? {
        switch choice {
        case .none: nil
        case .kitty: .kitty
        case .sixel: .sixel
        case .blocks: TerminalGraphics.blocks(house.environment) ?? .blocks(isTrueColour: false)
        case .auto:
            TerminalGraphics.best(
                environment: house.environment,
                deviceAttributes: { house.input.isTerminal ? pictures.deviceAttributes() : [] })
        }
    }
}
