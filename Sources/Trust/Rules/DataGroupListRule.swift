import LDS
import Octets

/// EF.COM is not signed; where it differs from EF.SOD, EF.SOD counts (9303-10 §4.6.1).
enum DataGroupListRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let object = examination.securityObject else {
            examination.add(.dataGroupList, .notDone(.dependsOn(Check.securityObject.title)))
            return
        }
        let com: EFCOM
        do {
            guard let file = try examination.files.parsed(EFCOM.self) else {
                examination.add(.dataGroupList, .notDone(.fileMissing(.com)))
                return
            }
            com = file
        } catch {
            examination.add(.dataGroupList, .notDone(.malformed(.com, error)))
            return
        }
        let (listed, signed) = (com.dataGroups, object.dataGroups)
        var deviations: [Deviation] = []
        if listed != signed, Set(listed) != Set(signed) {
            let (inCOM, inSOD) = (Set(listed), Set(signed))
            deviations.append(
                .listsDiffer(
                    onlyInCOM: inCOM.subtracting(inSOD).sorted(), onlyInSOD: inSOD.subtracting(inCOM).sorted()))
        }
        let unknown = com.unknownTags
        if !unknown.isEmpty { deviations.append(.unknownTags(unknown)) }
        examination.add(.dataGroupList, .passed(with: deviations))
    }
}
