import CardCrypto
import LDS
import Octets

/// EF.SOD must be CMS SignedData over an LDS security object, both in versions that exist (9303-10 §4.6.2,
/// Docs/rules.md 10).
enum SecurityObjectRule: Rule {
    static func examine(_ examination: inout Examination) {
        guard let bytes = examination.files[.sod] else {
            examination.add(.securityObject, .notDone(.fileMissing(.sod)))
            return
        }
        var deviations: [Deviation] = []
        let file: EFSOD
        do {
            file = try EFSOD(parsing: bytes)
        } catch {
            examination.add(.securityObject, .failed(.malformed(.sod, error)))
            return
        }
        deviations += file.warnings.map { .file(.sod, $0) }
        let signedData: SignedData
        do {
            signedData = try SignedData(parsing: file.contentInfo)
        } catch {
            examination.add(.securityObject, .failed(.malformedSignedData(error)))
            return
        }
        examination.signedData = signedData
        var evidence: [Finding.Fact] = [.init("CMS version", .number(signedData.version))]
        if let reason = SignedObject.versionProblem(signedData) {
            examination.add(.securityObject, .failed(reason), evidence)
            return
        }
        if signedData.contentType != ldsSecurityObject {
            guard knownContentTypes.contains(signedData.contentType) else {
                examination.add(.securityObject, .failed(.wrongContentType(signedData.contentType)), evidence)
                return
            }
            deviations.append(.contentType(signedData.contentType))
        }
        guard let content = signedData.content else {
            examination.add(.securityObject, .failed(.noContent), evidence)
            return
        }
        do {
            let object = try LDSSecurityObject(parsing: content)
            evidence += [
                .init("LDS security object version", .number(object.version)),
                .init("digest algorithm", .digest(object.hashAlgorithm.algorithm)),
                .init("data groups", .dataGroups(object.dataGroupHashes.map(\.number))),
            ]
            guard object.isKnownVersion else {
                examination.add(
                    .securityObject,
                    .failed(.unknownVersion(structure: "the LDS security object", version: object.version)), evidence)
                return
            }
            examination.securityObject = object
            deviations += object.warnings.map { .securityObject($0) }
            examination.add(.securityObject, .passed(with: deviations), evidence)
        } catch {
            examination.add(.securityObject, .failed(.malformed(.sod, error)), evidence)
        }
    }

    /// 9303-10 §4.6.2.2.
    private static let ldsSecurityObject = ObjectIdentifier("2.23.136.1.1.1")
    /// Types that real documents carry instead (Belgium and France, the Netherlands, China).
    private static let knownContentTypes: Set<ObjectIdentifier> = Set(
        ["1.3.27.1.1.1", "1.2.528.1.1006.1.20.1", "1.2.840.113549.1.7.1"].compactMap { ObjectIdentifier($0) })
}
