import TestSupport
import Testing

extension OpenSSLTool {
    /// Runs the program in the folder; it must end with 0.
    func expectSuccess(_ arguments: String..., at location: SourceLocation = #_sourceLocation) throws {
        let result = try run(arguments)
        #expect(result.code == 0, "\(result.text)", sourceLocation: location)
    }
}
