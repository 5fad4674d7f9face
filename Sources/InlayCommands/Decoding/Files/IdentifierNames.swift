import Octets

/// Names of object identifiers that occur in travel documents.
enum IdentifierNames {
    /// The name of `identifier` in its standard; nil when it is not known here.
    static func name(_ identifier: ObjectIdentifier) -> String? { names[identifier.dotted] }

    /// `name (1.2.3)`, or the numbers alone.
    static func described(_ identifier: ObjectIdentifier) -> String {
        name(identifier).map { "\($0) (\(identifier.dotted))" } ?? identifier.dotted
    }

    private static let names: [String: String] = {
        var names = table
        let bsi = "0.4.0.127.0.7.2.2"
        let ciphers = ["3DES-CBC-CBC", "AES-CBC-CMAC-128", "AES-CBC-CMAC-192", "AES-CBC-CMAC-256"]
        for (arc, family) in ["DH-GM", "ECDH-GM", "DH-IM", "ECDH-IM", "", "ECDH-CAM"].enumerated()
        where !family.isEmpty {
            names["\(bsi).4.\(arc + 1)"] = "id-PACE-\(family)"
            for (index, cipher) in ciphers.enumerated() where family != "ECDH-CAM" || index > 0 {
                names["\(bsi).4.\(arc + 1).\(index + 1)"] = "id-PACE-\(family)-\(cipher)"
            }
        }
        for (arc, agreement) in ["DH", "ECDH"].enumerated() {
            names["\(bsi).1.\(arc + 1)"] = "id-PK-\(agreement)"
            names["\(bsi).3.\(arc + 1)"] = "id-CA-\(agreement)"
            for (index, cipher) in ciphers.enumerated() {
                names["\(bsi).3.\(arc + 1).\(index + 1)"] = "id-CA-\(agreement)-\(cipher)"
            }
        }
        for (index, digest) in ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "RIPEMD160"].enumerated() {
            names["0.4.0.127.0.7.1.1.4.1.\(index + 1)"] = "ecdsa-plain-\(digest)"
        }
        for (index, curve) in [
            "brainpoolP160r1", "", "brainpoolP192r1", "", "brainpoolP224r1", "", "brainpoolP256r1", "",
            "brainpoolP320r1", "", "brainpoolP384r1", "", "brainpoolP512r1",
        ].enumerated() where !curve.isEmpty {
            names["1.3.36.3.3.2.8.1.1.\(index + 1)"] = curve
        }
        return names
    }()

    /// RFC 5652, 8017, 5480, 5280, X.520; 9303-10, -11 and -12; TR-03110-3.
    private static let table: [String: String] = [
        "1.2.840.113549.1.7.1": "id-data", "1.2.840.113549.1.7.2": "id-signedData",
        "1.2.840.113549.1.9.3": "id-contentType", "1.2.840.113549.1.9.4": "id-messageDigest",
        "1.2.840.113549.1.9.5": "id-signingTime", "1.2.840.113549.1.9.1": "emailAddress",
        "1.2.840.113549.1.9.52": "id-aa-cmsAlgorithmProtect", "1.2.840.113549.1.9.16.2.12": "id-aa-signingCertificate",
        "1.2.840.113549.1.9.16.2.47": "id-aa-signingCertificateV2",
        "1.2.840.113549.1.1.1": "rsaEncryption", "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
        "1.2.840.113549.1.1.7": "id-RSAES-OAEP", "1.2.840.113549.1.1.8": "id-mgf1",
        "1.2.840.113549.1.1.10": "id-RSASSA-PSS", "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
        "1.2.840.113549.1.1.12": "sha384WithRSAEncryption", "1.2.840.113549.1.1.13": "sha512WithRSAEncryption",
        "1.2.840.113549.1.1.14": "sha224WithRSAEncryption", "1.2.840.113549.1.3.1": "dhKeyAgreement",
        "1.2.840.10046.2.1": "dhpublicnumber", "1.2.840.10045.2.1": "id-ecPublicKey",
        "1.2.840.10045.1.1": "prime-field", "1.2.840.10045.4.1": "ecdsa-with-SHA1",
        "1.2.840.10045.4.3.1": "ecdsa-with-SHA224", "1.2.840.10045.4.3.2": "ecdsa-with-SHA256",
        "1.2.840.10045.4.3.3": "ecdsa-with-SHA384", "1.2.840.10045.4.3.4": "ecdsa-with-SHA512",
        "1.2.840.10045.3.1.1": "secp192r1", "1.2.840.10045.3.1.7": "secp256r1", "1.3.132.0.33": "secp224r1",
        "1.3.132.0.34": "secp384r1", "1.3.132.0.35": "secp521r1", "1.3.14.3.2.26": "id-sha1",
        "2.16.840.1.101.3.4.2.1": "id-sha256", "2.16.840.1.101.3.4.2.2": "id-sha384",
        "2.16.840.1.101.3.4.2.3": "id-sha512", "2.16.840.1.101.3.4.2.4": "id-sha224",
        "2.5.4.3": "commonName", "2.5.4.5": "serialNumber", "2.5.4.6": "countryName", "2.5.4.7": "localityName",
        "2.5.4.8": "stateOrProvinceName", "2.5.4.10": "organizationName", "2.5.4.11": "organizationalUnitName",
        "2.5.29.14": "subjectKeyIdentifier", "2.5.29.15": "keyUsage", "2.5.29.16": "privateKeyUsagePeriod",
        "2.5.29.17": "subjectAltName", "2.5.29.18": "issuerAltName", "2.5.29.19": "basicConstraints",
        "2.5.29.20": "cRLNumber", "2.5.29.31": "cRLDistributionPoints", "2.5.29.32": "certificatePolicies",
        "2.5.29.35": "authorityKeyIdentifier", "2.5.29.37": "extKeyUsage",
        "2.23.136.1.1.1": "id-icao-ldsSecurityObject", "2.23.136.1.1.2": "id-icao-cscaMasterList",
        "2.23.136.1.1.3": "id-icao-cscaMasterListSigningKey", "2.23.136.1.1.4": "id-icao-documentTypeList",
        "2.23.136.1.1.5": "id-icao-aaProtocolObject", "2.23.136.1.1.6.1": "id-icao-extensions-nameChangeKeyRoll",
        "2.23.136.1.1.6.2": "id-icao-extensions-documentTypeList", "2.23.136.1.1.7": "id-icao-deviationList",
        "2.23.136.1.1.8": "id-icao-deviationListSigningKey", "2.23.136.1.1.13": "id-EFDIR",
        "0.4.0.127.0.7.1.2": "standardizedDomainParameters", "0.4.0.127.0.7.2.2.2": "id-TA",
        "0.4.0.127.0.7.2.2.3": "id-CA", "0.4.0.127.0.7.2.2.4": "id-PACE", "0.4.0.127.0.7.2.2.1": "id-PK",
        "0.4.0.127.0.7.2.2.5": "id-RI", "0.4.0.127.0.7.2.2.6": "id-CI", "0.4.0.127.0.7.2.2.7": "id-eIDSecurity",
        "0.4.0.127.0.7.2.2.8": "id-PT", "0.4.0.127.0.7.3.2.1": "id-SecurityObject",
    ]
}
