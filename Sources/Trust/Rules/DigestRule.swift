import CardCrypto
import LDS

/// Each data group must have the digest that EF.SOD lists, over the whole file as read (9303-11 §5.1).
enum DigestRule: Rule {
    static func examine(_ examination: inout Examination) {
        let present = examination.files.ids.filter { $0.dataGroupNumber != nil }
        guard let object = examination.securityObject else {
            for file in present {
                examination.add(.digest(file), .notDone(.dependsOn(Check.securityObject.title)))
            }
            return
        }
        let algorithm = DigestAlgorithm(object.hashAlgorithm.algorithm)
        let listed = object.dataGroups
        let files = present == listed ? present : Set(present).union(listed).sorted()
        for file in files {
            let verdict: Verdict
            if let number = file.dataGroupNumber, let expected = object.digest(of: number) {
                verdict = compare(
                    examination.files[file], expected, algorithm, object, examination.isAuthenticated, file)
            } else {
                verdict = .notDone(.notCovered)
            }
            examination.add(.digest(file), verdict)
        }
    }

    private static func compare(
        _ bytes: [UInt8]?, _ expected: [UInt8], _ algorithm: DigestAlgorithm?, _ object: LDSSecurityObject,
        _ isAuthenticated: Bool, _ file: FileID
    ) -> Verdict {
        guard let bytes else { return .notDone(.fileMissing(file)) }
        guard let algorithm else { return .notDone(.unknownDigest(object.hashAlgorithm.algorithm)) }
        guard ConstantTime.equal(algorithm.hash(bytes), expected) else { return .failed(.digestDiffers) }
        var deviations: [Deviation] = []
        // A list that anybody could have written shows nothing.
        if !isAuthenticated { deviations.append(.listNotAuthenticated) }
        if algorithm == .sha1 { deviations.append(.sha1) }
        return .passed(with: deviations)
    }
}
