import LDS

/// The zone that is printed on the document must be the one in EF.DG1 (9303-11 §5.1): otherwise the chip belongs to
/// another document.
enum PrintedZoneRule: Rule {
    static func examine(_ examination: inout Examination) {
        // Where nobody gave one there is nothing to say.
        guard let printed = examination.printedZone else { return }
        switch examination.zone {
        case .success(let zone?):
            let fields = printed.format == zone.format ? differing(printed, zone) : []
            guard printed.format == zone.format, fields.isEmpty else {
                return examination.add(.printedZone, .failed(.printedZoneDiffers(fields)))
            }
            // What is printed and matches an unsigned file shows that the two belong together, no more.
            let isCovered = examination.isCovered(.dg1)
            examination.add(.printedZone, isCovered ? .passed : .warning([.listNotAuthenticated]))
        case .success(nil): examination.add(.printedZone, .notDone(.fileMissing(.dg1)))
        case .failure(let error): examination.add(.printedZone, .notDone(.malformed(.dg1, error)))
        }
    }

    /// The fields that are not the same; all of them when the difference is outside of the fields.
    private static func differing(_ printed: MRZ, _ zone: MRZ) -> [MRZField] {
        guard printed.characters != zone.characters else { return [] }
        return MRZField.allCases.filter { printed.raw($0) != zone.raw($0) }
    }
}
