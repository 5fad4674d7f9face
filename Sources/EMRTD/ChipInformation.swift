public import ISO7816
import LDS

/// What a chip says of itself to everybody, without a secret.
public struct ChipInformation: Sendable {
    /// A file that should be open to everybody.
    public enum File: Hashable, Sendable {
        /// Read.
        case read([UInt8])
        /// The chip has none.
        case absent(StatusWord)
        /// It is there, or may be, and cannot be read before access.
        case notReadable(StatusWord)
    }

    /// An application that was asked for by its name.
    public struct Application: Hashable, Sendable {
        /// What it is, in words.
        public let title: String
        /// Its name.
        public let identifier: [UInt8]
        /// What SELECT answered.
        public let status: StatusWord

        /// It is there; some cards show it to chosen terminals only.
        public var isThere: Bool { status.sw1 == 0x90 || status.sw1 == 0x61 || status.sw1 == 0x62 }
    }

    /// EF.CardAccess.
    public var cardAccess: File = .absent(0x6A82)
    /// EF.ATR/INFO.
    public var attributes: File = .absent(0x6A82)
    /// EF.DIR.
    public var directory: File = .absent(0x6A82)
    /// Applications that were asked for.
    public var applications: [Application] = []
    /// The answer to GET CHALLENGE in the passport application, with which BAC begins; nil when it was not asked.
    public var challenge: StatusWord?
    /// EF.COM can be read by everybody: there is no access control.
    public var isOpen = false
    /// What the chip did that the standard does not allow.
    public var deviations: [ReadingDeviation] = []
    /// Why asking ended early; nil when it came to its end.
    public var interruption: CardError?

    /// Nothing asked yet.
    public init() {}
}

extension ChipInformation {
    /// Offers of PACE, each with what this reader would do with it.
    public var paceOffers: [(description: String, isUsable: Bool)] {
        guard case .read(let bytes) = cardAccess, let infos = try? EFCardAccess(parsing: bytes).securityInfos else {
            return []
        }
        return infos.pace.map { info in
            guard let configuration = PACEConfiguration(info, in: infos) else {
                return (
                    "PACE \(info.protocolOID), parameters \(info.parameterID.map(String.init) ?? "not named")", false
                )
            }
            return (configuration.title, true)
        }
    }

    /// The offer that a read would take; nil without one.
    public var preferredOffer: String? {
        guard case .read(let bytes) = cardAccess, let infos = try? EFCardAccess(parsing: bytes).securityInfos else {
            return nil
        }
        return PACEConfiguration.usable(in: infos).first?.title
    }

    /// The passport application is there.
    public var isPassport: Bool { applications.first?.isThere ?? false }
}

extension PACEConfiguration {
    /// Protocol and parameters, without a password.
    fileprivate var title: String {
        let name = description(.machineReadableZone).name
        return name.hasSuffix(", MRZ") ? String(name.dropLast(5)) : name
    }
}
