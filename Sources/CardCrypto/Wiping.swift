import Glibc

extension [UInt8] {
    /// Overwrites the bytes with zeros, also when nothing reads them afterwards, and forgets them.
    package mutating func wipe() {
        let size = count
        unsafe withUnsafeMutableBytes { buffer in
            if let start = buffer.baseAddress { unsafe explicit_bzero(start, size) }
        }
        removeAll()
    }
}
