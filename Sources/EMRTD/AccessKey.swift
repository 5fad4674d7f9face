public import CardCrypto

/// What the holder of a document knows or shows, so that the chip opens. All of it is secret.
public struct AccessKey: Sendable {
    /// MRZ_information of 9303-11 §4.3.2: document number, date of birth and date of expiry with their check digits.
    public var mrzInformation: SecretBytes?
    /// The same with the check digit of a long number that counts the filler of position 15, as some zones have it: tried
    /// when the chip refuses the other.
    public var alternativeMRZInformation: SecretBytes?
    /// The card access number printed on the document (9303-4 §4.1.1.2).
    public var cardAccessNumber: SecretBytes?
    /// The PIN of an eID card; wrong tries are counted. With a CAN beside it, a suspended PIN can be resumed.
    public var pin: SecretBytes?
    /// The PUK of an eID card. It unblocks the PIN and opens nothing.
    public var puk: SecretBytes?

    /// A key of the parts that are known.
    public init(
        mrzInformation: SecretBytes? = nil, cardAccessNumber: SecretBytes? = nil, pin: SecretBytes? = nil,
        puk: SecretBytes? = nil, alternativeMRZInformation: SecretBytes? = nil
    ) {
        self.alternativeMRZInformation = alternativeMRZInformation
        self.mrzInformation = mrzInformation
        self.cardAccessNumber = cardAccessNumber
        self.pin = pin
        self.puk = puk
    }
}

extension AccessKey {
    /// The passwords that can be tried, best first: PIN and CAN are given on purpose, so they go before the MRZ.
    var passwords: [(PACEPassword, SecretBytes)] {
        var known: [(PACEPassword, SecretBytes)] = []
        if let pin { known.append((.pin, pin)) }
        if let cardAccessNumber { known.append((.cardAccessNumber, cardAccessNumber)) }
        if let mrzInformation { known.append((.machineReadableZone, mrzInformation)) }
        return known
    }

    /// The document number with its check digit: what stands before both dates, of seven characters each.
    var documentNumber: SecretBytes? {
        guard let mrzInformation, mrzInformation.count > 14 else { return nil }
        var bytes = mrzInformation.exposed()
        defer { bytes.wipe() }
        return SecretBytes(bytes.dropLast(14))
    }
}
