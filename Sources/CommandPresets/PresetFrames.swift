public import Frames
public import ISO7816
import InlaySeams

/// The channel for frames that presets share as long as nothing else is sent: opening another one selects the chip anew,
/// and it forgets the password that it was shown.
public final class PresetFrames {
    private let link: any CardLink
    private let opening: FrameOpening
    private let observe: ((FrameExchange) -> Void)?
    private var current: (channel: any FrameChannel, technology: RadioTechnology)?

    /// Frames over `link`; `observe` is told of each.
    public init(_ link: any CardLink, _ opening: FrameOpening, observe: ((FrameExchange) -> Void)? = nil) {
        self.link = link
        self.opening = opening
        self.observe = observe
    }

    /// The channel, opened when there is none. Throws `unsupported` when the reader passes no frames of this technology.
    public func channel(_ technology: RadioTechnology) throws(CardError) -> any FrameChannel {
        if let current, current.technology == technology { return current.channel }
        close()
        let channel = try opening.open(link, for: technology, observe: observe)
        current = (channel, technology)
        return channel
    }

    /// Leaves the reader as it was found. May be called more than once.
    public func close() {
        current?.channel.close()
        current = nil
    }
}
