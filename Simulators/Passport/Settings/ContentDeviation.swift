/// Something in the files of a document that the standard does not allow, or that software does not expect. All of it is
/// signed, unless said otherwise.
public enum ContentDeviation: String, CaseIterable, Hashable, Sendable {
    /// EF.COM lists tags that are no data group.
    case unknownTags = "unknown-tags"
    /// EF.CardAccess and EF.DG14 hold an entry of a kind that nobody knows.
    case unknownInfo = "unknown-info"
    /// The entries of EF.DG14 are not in the order that DER wants.
    case unsortedInfos = "unsorted-infos"
    /// EF.DG15 was replaced behind the signature, and the chip has the key that it shows now.
    case replacedKey = "replaced-key"
    /// Octets without meaning behind the image of EF.DG2.
    case imagePadding = "image-padding"
    /// EF.DG2 holds two faces in two templates.
    case twoFaces = "two-faces"
    /// The face is in the format of ISO/IEC 39794-5.
    case face39794 = "face-39794"
    /// EF.DG11 lists a template A0 with other names.
    case otherNames = "dg11-other-names"
    /// The date of birth in EF.DG11 is in BCD.
    case packedDate = "dg11-packed-date"
    /// Fields of EF.DG11 are there and empty.
    case emptyFields = "dg11-empty"
    /// In the zone a filler stands in place of the check digit of an empty optional field (9303-4 §4.2.2.2 allows it).
    case fillerDigit = "filler-digit"
    /// The check digit of a long document number counts the filler of position 15.
    case countedFiller = "counted-filler"
    /// EF.DG13 holds something that looks like EF.DG14, with an object identifier that is mistyped.
    case strangeOptions = "dg13-options"
}
