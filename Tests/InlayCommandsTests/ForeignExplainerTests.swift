import Foundation
import Octets
import TestSupport
import Testing

@testable import InlayCommands

/// Explanations against programs that nobody here wrote: `ATR_analysis` of pcsc-tools, `openssl asn1parse`.
@Suite struct ForeignExplainerTests {
    private static let analysis = "/usr/bin/ATR_analysis"
    private static let list = "/usr/share/pcsc/smartcard_list.txt"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: analysis), "pcsc-tools is not installed"))
    func `ATR_analysis finds the same interface bytes, historical bytes and check byte`() throws {
        var answers = [
            "3BFD1300008131FE158073C021C057597562694B657940", "3B8F8001804F0CA0000003060300030000000068", "3B80800101",
            "3F6A000000640150010C820101A9",
        ]
        if let text = try? String(contentsOfFile: Self.list, encoding: .utf8) {
            let known = text.split(separator: "\n").filter { line in
                line.hasPrefix("3") && line.allSatisfy { $0.isHexDigit || $0 == " " }
            }
            // Every hundredth card of the list that comes with the program.
            answers += stride(from: 0, to: known.count, by: 100).map { String(known[$0]) }
        }
        for text in answers {
            let bytes = hex(text)
            let foreign = try Self.lines(Self.analysis, bytes.map { Hex.string([$0]) })
            let own = try JSONReader.value(
                Array(CommandRun("decode", "atr", Hex.string(bytes), "--json").output.utf8)[...])
            let interface = own["interfaceBytes"]?.elements?.map {
                "\($0["name"]?.string ?? "") \($0["value"]?.string ?? "")"
            }
            #expect(interface == foreign.compactMap(Self.interfaceByte), "\(text)")
            if foreign.contains(where: { $0.contains("ATR is too long") }) {
                // It shows what is too much as historical bytes; the bytes are no answer of this form.
                #expect(own["deviations"]?.elements?.contains { $0.string?.hasSuffix("too many") == true } == true)
                continue
            }
            let historical = foreign.first { $0.hasPrefix("+ Historical bytes:") }?.split(separator: ":").last.map {
                hex(String($0))
            }
            #expect(own["historicalBytes"]?.string.map { hex($0) } ?? [] == historical ?? [], "\(text)")
            guard let check = foreign.first(where: { $0.hasPrefix("+ TCK = ") }) else { continue }
            let isRight = own["deviations"]?.elements?.contains("the check byte is wrong") == false
            #expect(check.contains("correct checksum") == isRight, "\(text)")
        }
        print("foreign: \(answers.count) answers to reset compared with ATR_analysis")
        #expect(answers.count >= 4)
    }

    /// `TA(1) = 13 --> …`.
    private static func interfaceByte(_ line: String) -> String? {
        guard let match = line.firstMatch(of: /^\s*T([ABCD])\((\d+)\) = ([0-9A-F]{2})/) else { return nil }
        return "T\(match.1)\(match.2) \(match.3)"
    }

    private static func lines(_ program: String, _ arguments: [String]) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = Pipe()
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self).replacing(/\u{1B}\[[0-9;]*m/, with: "")
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `openssl finds the same objects at the same places`() throws {
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        let made = try tool.run(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
            "/C=UT/O=Utopia/CN=Test", "-outform", "DER", "-out", "c.der", "-keyout", "k.pem", "-days", "30")
        #expect(made.code == 0)
        let bytes = try tool.read("c.der")
        let listed = try tool.run("asn1parse", "-inform", "DER", "-in", "c.der").text
        let foreign = listed.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^\s*(\d+):d=(\d+)\s+hl=\d+ l=\s*(\d+) /#).map { "\($0.1) \($0.2) \($0.3)" }
        }
        let own = try JSONReader.value(
            Array(CommandRun("decode", "tlv", Hex.string(bytes), "--json").output.utf8)[...])
        var objects: [String] = []
        func walk(_ value: JSONValue?, depth: Int) {
            for object in value?.elements ?? [] {
                objects.append("\(object["offset"]?.int ?? -1) \(depth) \(object["length"]?.int ?? -1)")
                walk(object["objects"], depth: depth + 1)
            }
        }
        walk(own["objects"], depth: 0)
        // Context-specific primitive tags are told apart by nobody but the specification; both list them all.
        #expect(objects == foreign)
        #expect(objects.count > 30)
    }
}
