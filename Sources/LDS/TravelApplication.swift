/// An application that travel documents and cards like them are known to have: 9303-10 table 31, TR-03110-4,
/// ISO/IEC 18013-3 and 18013-5, Regulation (EU) 383/2012.
public enum TravelApplication: CaseIterable, Hashable, Sendable {
    /// The eMRTD application.
    case passport
    /// LDS2 applications of visas, stamps and further biometrics.
    case travelRecords, visaRecords, additionalBiometrics
    /// Electronic identity and signature.
    case eID, eSign
    /// Driving licences.
    case drivingLicence, europeanDrivingLicence, mobileDrivingLicence

    /// The application with this identifier; nil for one that is not known here.
    public init?(identifier: [UInt8]) {
        guard let known = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = known
    }

    /// The application identifier.
    public var identifier: [UInt8] {
        switch self {
        case .passport: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
        case .travelRecords: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x20, 0x01]
        case .visaRecords: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x20, 0x02]
        case .additionalBiometrics: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x20, 0x03]
        case .eID: [0xE8, 0x07, 0x04, 0x00, 0x7F, 0x00, 0x07, 0x03, 0x02]
        case .eSign: [0xA0, 0x00, 0x00, 0x01, 0x67, 0x45, 0x53, 0x49, 0x47, 0x4E]
        case .drivingLicence: [0xA0, 0x00, 0x00, 0x02, 0x48, 0x02, 0x00]
        case .europeanDrivingLicence: [0xA0, 0x00, 0x00, 0x04, 0x56, 0x45, 0x44, 0x4C, 0x2D, 0x30, 0x31]
        case .mobileDrivingLicence: [0xA0, 0x00, 0x00, 0x02, 0x48, 0x04, 0x00]
        }
    }

    /// In words.
    public var title: String {
        switch self {
        case .passport: "passport (LDS1)"
        case .travelRecords: "travel records (LDS2)"
        case .visaRecords: "visa records (LDS2)"
        case .additionalBiometrics: "additional biometrics (LDS2)"
        case .eID: "eID"
        case .eSign: "eSign"
        case .drivingLicence: "ISO/IEC 18013 driving licence"
        case .europeanDrivingLicence: "European driving licence"
        case .mobileDrivingLicence: "mobile driving licence"
        }
    }
}
