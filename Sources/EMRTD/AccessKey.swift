public import CardCrypto

/// What the holder of a document knows or shows, so that the chip opens. All of it is secret.
public struct AccessKey: Sendable {
    /// MRZ_information of 9303-11 §4.3.2: document number, date of birth and date of expiry with their check digits.
    public var mrzInformation: SecretBytes?
    /// The card access number printed on the document (9303-4 §4.1.1.2).
    public var cardAccessNumber: SecretBytes?

    /// A key of the parts that are known.
    public init(mrzInformation: SecretBytes? = nil, cardAccessNumber: SecretBytes? = nil) {
        self.mrzInformation = mrzInformation
        self.cardAccessNumber = cardAccessNumber
    }
}

extension AccessKey {
    /// The passwords that can be tried, best first: a CAN is given on purpose, so it goes before the MRZ.
    var passwords: [(PACEPassword, SecretBytes)] {
        var known: [(PACEPassword, SecretBytes)] = []
        if let cardAccessNumber { known.append((.cardAccessNumber, cardAccessNumber)) }
        if let mrzInformation { known.append((.machineReadableZone, mrzInformation)) }
        return known
    }
}
