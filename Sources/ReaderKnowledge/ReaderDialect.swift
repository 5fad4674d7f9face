/// A way of sending the frames of a tag through a PC/SC reader, wrapped in APDUs of class FF.
///
/// What a model is said to speak is only an order in which to try; a probe on the reader decides.
public enum ReaderDialect: String, Hashable, Sendable, CaseIterable {
    /// `FF 00 00 00 Lc D4 …`: commands of the PN532 inside (ACR122U and its kin).
    case pn532
    /// `FF 00 00 00 Lc frame`: the frame itself (ACR1251U, ACR1252U, ACR1552U).
    case acsDirect
    /// `FF FB 00 00 Lc command`: commands of ISO 15693 without flags (ACR1552U).
    case acsVicinity
    /// `FF C2 …`: transparent session of PC/SC part 3.
    case transparent
    /// `FF 50 …`: the same session under Sony's instruction byte.
    case sonyTransparent
    /// `FF 40`…`FF 4A`: Identiv's APDUs for FeliCa, one for each command.
    case identiv
    /// `FF FE …`: SpringCard's encapsulation.
    case springCard
    /// `FF A4` and `FF B0`: select a FeliCa service, then read it block by block (Sony's driver for Windows).
    case selectService
    /// `FF B0` with lists of FeliCa services and blocks (PC/SC part 3 as Windows has it).
    case readBinary
}
