import Glibc

/// A value of `errno` with its words.
struct SystemError: Error, Hashable, CustomStringConvertible {
    let code: Int32

    init(_ code: Int32) { self.code = code }

    /// The error of the last system call.
    static var last: SystemError { SystemError(errno) }

    var description: String {
        var words = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(code, &words, words.count) == 0 else { return "error \(code)" }
        return String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
