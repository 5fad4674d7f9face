import LDS

/// The zone that is printed on the document must be the one in EF.DG1 (9303-11 §5.1): otherwise the chip belongs to
/// another document.
enum PrintedZoneRule: Rule {
    static func examine(_ examination: inout Examination) {
        // Where nobody gave one there is nothing to say.
        guard let printed = examination.printedZone else { return }
        guard let zone = examination.zone(for: .printedZone) else { return }
        guard printed.format == zone.format, printed.characters == zone.characters else {
            return examination.add(.printedZone, .failed(.printedZoneDiffers(differing(printed, zone))))
        }
        // What is printed and matches an unsigned file shows that the two belong together, no more.
        examination.add(.printedZone, examination.isCovered(.dg1) ? .passed : .warning([.listNotAuthenticated]))
    }

    /// The fields that are not the same; none when the difference is outside of the fields, or in the whole layout.
    private static func differing(_ printed: MRZ, _ zone: MRZ) -> [MRZField] {
        guard printed.format == zone.format else { return [] }
        return MRZField.allCases.filter { printed.raw($0) != zone.raw($0) }
    }
}
