public import CardCrypto
public import LDS

/// With what a terminal shows that it may read fingerprints and irises: CV certificates and the private key of one of
/// them (9303-11 §7.1). The user's own; none come with this product.
public struct TerminalCredentials: Sendable {
    /// Certificates in any order: links, document verifiers, terminals, and self-signed ones to check the others with.
    public let certificates: [CVCertificate]
    /// The terminal's private key.
    public let privateKey: PrivateKey

    /// Credentials of these parts.
    public init(certificates: [CVCertificate], privateKey: PrivateKey) {
        self.certificates = certificates
        self.privateKey = privateKey
    }

    /// Reads files as tools write them: certificates one or many to a file, DER or PEM; the key as `PrivateKey(file:)`
    /// takes it. Requests and descriptions among the certificates are passed over.
    public init(certificateFiles: [[UInt8]], privateKeyFile: [UInt8]) throws(TerminalCredentialsError) {
        var certificates: [CVCertificate] = []
        for (index, file) in certificateFiles.enumerated() {
            let blocks = PEM.isLikely(file) ? PEM.blocks(in: file).map(\.der) : [file]
            for block in blocks {
                do {
                    for case .certificate(let certificate) in try CVObject.all(in: block) {
                        certificates.append(certificate)
                    }
                } catch {
                    throw .certificateFile(index: index, error)
                }
            }
        }
        do {
            self.init(certificates: certificates, privateKey: try PrivateKey(file: privateKeyFile))
        } catch {
            throw .privateKeyFile(error)
        }
    }

    /// The certificates to send to a chip that trusts `references`, newest first.
    public func chain(
        for references: [CertificateReference], on day: CalendarDate? = nil
    ) throws(CVChainFailure) -> CVCertificateChain {
        try CVCertificateChain(from: certificates, references: references, holder: privateKey.publicKey, on: day)
    }

    /// What PACE asks for, so that the chip names its authorities (9303-11 §4.4.4.1): every right of an inspection
    /// system, or the rights of another terminal's certificate.
    var requestedAuthorization: CertificateHolderAuthorization {
        let own = certificates.first { certificate in
            certificate.body.authorization.role == .terminal
                && (try? CVSignatureKey(certificate.body.publicKey, inheriting: privateKey.publicKey.curve))
                    .map { $0.belongs(to: privateKey.publicKey) } ?? false
        }
        guard let authorization = own?.body.authorization, authorization.terminalType != .inspectionSystem else {
            return .everyInspectionRight
        }
        return authorization
    }
}
