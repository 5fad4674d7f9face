import Octets

extension DHGroup {
    /// How a key tells its domain parameters.
    public enum ParametersForm: Hashable, Sendable {
        /// DomainParameters of X9.42: prime, generator and order.
        case x942
        /// DHParameter of PKCS #3: prime and generator.
        case pkcs3
        /// By a number of the table of standardized domain parameters (9303-11 §9.5.1).
        case standardized
    }

    /// The algorithm of a key of this group, with the domain parameters written in the wanted form.
    public func algorithm(_ form: ParametersForm) -> AlgorithmIdentifier {
        switch form {
        case .x942:
            AlgorithmIdentifier(
                .dhPublicNumber,
                parameters: DER.sequence([prime, generator.octets, order].map { DER.encode(unsigned: $0) }))
        case .pkcs3:
            AlgorithmIdentifier(
                .dhKeyAgreement, parameters: DER.sequence([prime, generator.octets].map { DER.encode(unsigned: $0) }))
        case .standardized:
            AlgorithmIdentifier(
                .standardizedDomainParameters, parameters: DER.encode(integer: standardizedDomainParameterID))
        }
    }

    /// The key `element` as a SubjectPublicKeyInfo.
    public func subjectPublicKeyInfo(_ element: DHElement, parameters form: ParametersForm) -> [UInt8] {
        DER.sequence([algorithm(form).encoded(), DER.bitString(DER.encode(unsigned: element.octets))])
    }
}
