import EMRTD
import ISO7816
import LDS
import Octets
import Trust

/// Something that a chip did or a file holds that the standard does not allow, in words that can be handed to whoever
/// made it.
struct ReportedDeviation: Hashable, Sendable {
    /// Stable, for scripts.
    let identifier: String
    /// For people; without card data.
    let sentence: String
    /// The clause that says how it should be.
    let clause: String
    /// The file that it was seen at.
    var file: FileID?
    /// The status word that was answered.
    var status: StatusWord?

    init(_ identifier: String, _ sentence: String, clause: String, file: FileID? = nil) {
        self.identifier = identifier
        self.sentence = sentence
        self.clause = clause
        self.file = file
    }

    /// Of the chip, while it was read.
    init(_ deviation: ReadingDeviation) {
        self.init(deviation.identifier, deviation.description, clause: deviation.clause, file: deviation.file)
        status = deviation.status
    }

    /// Of the files that can be taken apart.
    static func all(in files: LDSFiles) -> [ReportedDeviation] {
        func warnings<File: LDSFile>(_ type: File.Type) -> [ReportedDeviation] {
            let file = File.fileID
            func deviation(_ identifier: String, _ sentence: String) -> ReportedDeviation {
                ReportedDeviation(identifier, "\(file.name): \(sentence)", clause: file.clause, file: file)
            }
            do throws(ParseError) {
                return try files.parsed(type)?.warnings.map { deviation("fileContents", "\($0)") } ?? []
            } catch {
                return [deviation("fileUnreadable", "cannot be taken apart: \(error)")]
            }
        }
        return warnings(EFCardAccess.self) + warnings(EFCOM.self) + warnings(EFDG1.self) + warnings(EFDG2.self)
            + warnings(EFDG11.self) + warnings(EFDG12.self) + warnings(EFDG14.self) + warnings(EFDG15.self)
    }

    /// Of the signed objects and of the chip's proofs, by a check that holds all the same.
    static func all(of finding: Finding) -> [ReportedDeviation] {
        // What is only not known of the signer is no departure of the document.
        finding.verdict.deviations.filter { $0 != .listNotAuthenticated && $0 != .signerNotEstablished }.map {
            ReportedDeviation(
                finding.check.identifier, "\(finding.check.title): \($0)", clause: finding.check.clause,
                file: finding.check.file)
        }
    }

    /// As JSON.
    var document: JSONValue {
        [
            "deviation": .string(identifier), "sentence": .string(sentence), "clause": .string(clause),
            "file": JSONValue(file?.name), "status": JSONValue(status?.description),
        ]
    }
}

extension FileID {
    /// Where the standard tells what stands in the file.
    fileprivate var clause: String {
        switch self {
        case .cardAccess: "9303-10 §3.11, 9303-11 §9.2"
        case .cardSecurity: "9303-10 §3.11, 9303-11 §9.2.12"
        case .atrInfo, .directory: "9303-10 §3.11"
        case .com: "9303-10 §4.6.1"
        case .sod: "9303-10 §4.6.2"
        case .cvca: "9303-11 §7.1.5"
        default: "9303-10 §4.7.\(dataGroupNumber ?? 0)"
        }
    }
}

extension Check {
    /// Where the standard tells what the check looks at.
    fileprivate var clause: String {
        switch self {
        case .securityObject, .signature: "9303-10 §4.6.2"
        case .chain, .certificateUse, .usagePeriod, .documentType: "9303-12 §7.1"
        case .validity: "9303-12 appendix D"
        case .revocation: "9303-12 §7.1.4"
        case .issuingState, .printedZone, .digest: "9303-11 §5.1"
        case .dataGroupList: "9303-10 §4.6.1"
        case .accessInformation: "9303-11 §4.2, §9.2.11"
        case .cardSecurity: "9303-11 §9.2.12"
        case .chipMapping: "9303-11 §4.4.3.5"
        case .chipAuthentication: "9303-11 §6.2"
        case .activeAuthentication: "9303-11 §6.1"
        }
    }

    fileprivate var file: FileID? {
        switch self {
        case .securityObject, .signature: .sod
        case .digest(let file): file
        case .cardSecurity: .cardSecurity
        default: nil
        }
    }
}
