import Octets

extension StatusWord {
    /// What ISO/IEC 7816-4 §5.6 (table 6 and 7) says about this status word, in a few words.
    ///
    /// A value that the standard leaves to the application or does not define is told as such; an application that
    /// knows better says so itself.
    public var meaning: String {
        if let known = Self.meanings[rawValue] { return known }
        switch sw1 {
        case 0x61: return "\(sw2 == 0 ? "256 or more" : "\(sw2)") bytes are available with GET RESPONSE"
        case 0x62: return "warning, memory unchanged"
        case 0x63:
            if let tries = triesLeft { return "failed, \(Count.of(tries, "try", "tries")) left" }
            return "warning, memory has changed"
        case 0x64: return "execution error, memory unchanged"
        case 0x65: return "execution error, memory has changed"
        case 0x66: return "security-related error"
        case 0x67: return "wrong length"
        case 0x68: return "function of the class byte not supported"
        case 0x69: return "command not allowed"
        case 0x6A: return "wrong parameters P1-P2"
        case 0x6B: return "wrong parameters P1-P2, or offset outside the file"
        case 0x6C: return "wrong Le, \(sw2 == 0 ? 256 : Int(sw2)) would be right"
        case 0x6D: return "instruction not supported or invalid"
        case 0x6E: return "class not supported"
        case 0x6F: return "no precise diagnosis"
        case 0x90: return "done, with a code of the application"
        case 0x91...0x9F: return "a status of the application, outside ISO/IEC 7816-4"
        default: return "not a status word of ISO/IEC 7816-4"
        }
    }

    private static let meanings: [UInt16: String] = [
        0x9000: "done",
        0x6200: "warning, no information given",
        0x6281: "part of the returned data may be corrupted",
        0x6282: "end of file or record reached before Le bytes",
        0x6283: "selected file or reference data deactivated",
        0x6284: "file control information not formatted as expected",
        0x6285: "selected file in termination state",
        0x6286: "no input data from a sensor",
        0x6300: "failed, no information given",
        0x6381: "file filled up by the last write",
        0x6400: "execution error",
        0x6401: "immediate response required by the card",
        0x6581: "memory failure",
        0x6600: "security-related error",
        0x6700: "wrong length",
        0x6881: "logical channel not supported",
        0x6882: "secure messaging not supported",
        0x6883: "last command of the chain expected",
        0x6884: "command chaining not supported",
        0x6900: "command not allowed",
        0x6981: "command incompatible with file structure",
        0x6982: "security status not satisfied",
        0x6983: "authentication method blocked",
        0x6984: "reference data not usable",
        0x6985: "conditions of use not satisfied",
        0x6986: "command not allowed, no current file",
        0x6987: "expected secure messaging data objects missing",
        0x6988: "secure messaging data objects incorrect",
        0x6A80: "incorrect parameters in the command data field",
        0x6A81: "function not supported",
        0x6A82: "file or application not found",
        0x6A83: "record not found",
        0x6A84: "not enough memory space in the file",
        0x6A85: "Lc inconsistent with the data objects",
        0x6A86: "incorrect parameters P1-P2",
        0x6A87: "Lc inconsistent with P1-P2",
        0x6A88: "referenced data not found",
        0x6A89: "file already exists",
        0x6A8A: "application name already exists",
        0x6B00: "wrong parameters P1-P2, or offset outside the file",
        0x6D00: "instruction not supported or invalid",
        0x6E00: "class not supported",
        0x6F00: "no precise diagnosis",
    ]
}
