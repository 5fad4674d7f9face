// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: see Docs/architecture.md, section 4.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Targets that call C say `unsafe` where they do.
let quarantine: [SwiftSetting] = settings + [.strictMemorySafety()]

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, exclude: [String] = [],
    touchesC: Bool = false
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path ?? "Sources/\(name)", exclude: exclude,
        swiftSettings: touchesC ? quarantine : settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: settings)
}

let package = Package(
    name: "inlay",
    products: [
        .executable(name: "inlay", targets: ["inlay"])
    ],
    targets: [
        // C, each imported by exactly one Swift target.
        .systemLibrary(
            name: "CPCSC", path: "Sources/CPCSC", pkgConfig: "libpcsclite", providers: [.apt(["libpcsclite-dev"])]),
        .systemLibrary(
            name: "COpenSSL", path: "Sources/COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CProcess", path: "Sources/CProcess"),
        .systemLibrary(name: "CSandbox", path: "Sources/CSandbox"),
        .systemLibrary(name: "CMachine", path: "Sources/CMachine"),
        .systemLibrary(
            name: "CJPEG", path: "Sources/CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(
            name: "COpenJPEG", path: "Sources/COpenJPEG", pkgConfig: "libopenjp2",
            providers: [.apt(["libopenjp2-7-dev"])]),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(
            name: "CEdit", path: "Sources/CEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
        .systemLibrary(name: "CPNG", path: "Sources/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),

        // Bytes and seams.
        library("Octets"),
        library("InlaySeams"),
        library("ReaderKnowledge"),

        library("Archives", ["Octets", "CZlib"], touchesC: true),

        // The waist.
        library("ISO7816", ["Octets", "InlaySeams"]),
        library("CardCrypto", ["Octets", "InlaySeams", "COpenSSL"], touchesC: true),
        library("PCSC", ["ISO7816", "Octets", "InlaySeams", "CPCSC"], touchesC: true),
        library(
            "Diagnosis", ["PCSC", "ISO7816", "ReaderKnowledge", "Octets", "InlaySeams", "CMachine"], touchesC: true),
        library("ChipSimulation", ["ISO7816", "Octets", "InlaySeams"], touchesC: true),

        // Passports.
        library("LDS", ["Octets"]),
        library(
            "FaceImages", ["Octets", "InlaySeams", "CJPEG", "COpenJPEG", "CPNG", "CSandbox"], touchesC: true),
        library("SecureMessaging", ["ISO7816", "CardCrypto", "Octets"]),
        library("EMRTD", ["SecureMessaging", "LDS", "CardCrypto", "ISO7816", "Octets", "InlaySeams"]),
        library("Trust", ["LDS", "CardCrypto", "Octets", "InlaySeams"]),

        // What a card is, and what can be sent to it.
        library("CardIdentification", ["FeliCa", "Frames", "ISO7816", "Octets", "InlaySeams"]),
        library("CommandPresets", ["CardIdentification", "Frames", "ISO7816", "Octets", "InlaySeams"]),
        library(
            "InlayConsole",
            ["CommandPresets", "CardIdentification", "EMRTD", "LDS", "ISO7816", "Octets", "InlaySeams"]),

        // Simulators never import readers.
        .target(
            name: "CPassportPortrait", path: "Simulators/Passport/Portrait",
            exclude: ["draw.py", "portrait.svg", "portrait.jpg"]),
        library(
            "PassportSimulator",
            [
                "ChipSimulation", "SecureMessaging", "LDS", "CardCrypto", "ISO7816", "Octets", "InlaySeams",
                "CPassportPortrait",
            ], path: "Simulators/Passport", exclude: ["Portrait"], touchesC: true),

        // Tags and transit cards.
        library("Frames", ["ISO7816", "ReaderKnowledge", "Octets", "InlaySeams"]),
        library("FeliCa", ["Frames", "ISO7816", "Octets", "InlaySeams"]),
        .target(
            name: "CStationTable", path: "Sources/CStationTable",
            exclude: [
                "table.py", "compile.py", "build.py", "check.py", "stations.tsv", "operators.tsv", "stations.bin",
            ]),
        library("Transit", ["FeliCa", "ISO7816", "Octets", "InlaySeams", "CStationTable"], touchesC: true),
        library(
            "TransitCardSimulator", ["ChipSimulation", "ISO7816", "Octets"], path: "Simulators/TransitCard"),
        library(
            "Type2TagSimulator", ["ChipSimulation", "CardCrypto", "ISO7816", "Octets", "InlaySeams"],
            path: "Simulators/Type2Tag"),

        // Plans for cards and simulators alike.
        library(
            "TestKit",
            ["EMRTD", "Frames", "SecureMessaging", "LDS", "CardCrypto", "ISO7816", "Octets", "InlaySeams"]),

        // The command line.
        library(
            "InlayCommands",
            [
                "Diagnosis",
                "Archives", "EMRTD", "Trust", "FaceImages", "FeliCa", "Frames", "PCSC", "ReaderKnowledge",
                "ChipSimulation", "PassportSimulator", "TransitCardSimulator", "Type2TagSimulator", "LDS",
                "SecureMessaging", "CardCrypto",
                "InlayConsole", "CommandPresets", "CardIdentification", "TestKit",
                "ISO7816", "Octets", "InlaySeams", "CProcess", "Transit", "CExpat", "CEdit",
            ], touchesC: true),
        // Without the ten libraries of Swift to find and bind, the program starts with a third less processor time.
        .executableTarget(
            name: "inlay", dependencies: ["InlayCommands"], path: "Sources/inlay", swiftSettings: settings,
            linkerSettings: [
                .unsafeFlags(
                    ["-static-stdlib", "-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
            ]),

        // Tests.
        library("TestSupport", ["ChipSimulation", "Octets"], path: "Tests/TestSupport"),
        library("FuzzTargets", ["LDS", "Octets"], path: "Tests/FuzzTargets"),
        tests("OctetsTests", ["Octets"]),
        tests("InlaySeamsTests", ["InlaySeams"]),
        tests("ArchivesTests", ["Archives", "Octets", "TestSupport"]),
        tests("ReaderKnowledgeTests", ["ReaderKnowledge"]),
        tests("ISO7816Tests", ["ISO7816", "Octets"]),
        tests("CardCryptoTests", ["CardCrypto", "Octets", "InlaySeams", "TestSupport"]),
        tests("PCSCTests", ["PCSC", "ISO7816", "Octets", "InlaySeams"]),
        tests("DiagnosisTests", ["Diagnosis", "PCSC", "ISO7816", "ReaderKnowledge", "Octets", "InlaySeams"]),
        tests(
            "VirtualReaderTests",
            [
                "ChipSimulation", "FeliCa", "Frames", "PCSC", "EMRTD", "PassportSimulator", "LDS", "CardCrypto",
                "Transit", "TransitCardSimulator", "CardIdentification", "Type2TagSimulator", "ISO7816", "Octets",
                "InlaySeams", "TestSupport",
            ]),
        tests("LDSTests", ["LDS", "CardCrypto", "Octets", "FuzzTargets", "TestSupport"]),
        tests("FaceImagesTests", ["FaceImages", "LDS", "Octets", "TestSupport"], exclude: ["Scripts"]),
        tests(
            "PassportSimulatorTests",
            [
                "PassportSimulator", "ChipSimulation", "SecureMessaging", "LDS", "CardCrypto", "ISO7816", "Octets",
                "InlaySeams", "TestSupport",
            ]),
        tests(
            "EMRTDTests",
            [
                "EMRTD", "Trust", "PassportSimulator", "SecureMessaging", "LDS", "CardCrypto", "ChipSimulation",
                "ISO7816",
                "InlaySeams", "Octets", "TestSupport",
            ]),
        tests(
            "TrustTests",
            [
                "Trust", "PassportSimulator", "LDS", "CardCrypto", "Octets", "InlaySeams", "ISO7816", "TestSupport",
            ]),
        tests("TransitTests", ["Transit", "FeliCa", "Frames", "ISO7816", "ReaderKnowledge", "Octets"]),
        tests(
            "CardIdentificationTests",
            [
                "CardIdentification", "Type2TagSimulator", "ChipSimulation", "ISO7816", "InlaySeams", "Octets",
                "TestSupport",
            ]),
        tests(
            "CommandPresetsTests",
            [
                "CommandPresets", "CardIdentification", "Type2TagSimulator", "TransitCardSimulator",
                "PassportSimulator", "ChipSimulation", "ISO7816", "InlaySeams", "Octets", "TestSupport",
            ]),
        tests("ChipSimulationTests", ["ChipSimulation", "TransitCardSimulator", "ISO7816", "Octets"]),
        tests("TransitCardSimulatorTests", ["TransitCardSimulator", "ChipSimulation", "ISO7816", "Octets"]),
        tests(
            "Type2TagSimulatorTests",
            ["Type2TagSimulator", "ChipSimulation", "CardCrypto", "ISO7816", "Octets", "InlaySeams", "TestSupport"]),
        tests(
            "FramesTests",
            [
                "Frames", "TransitCardSimulator", "Type2TagSimulator", "ChipSimulation", "ISO7816", "ReaderKnowledge",
                "Octets", "InlaySeams",
            ]),
        tests(
            "FeliCaTests",
            [
                "FeliCa", "Frames", "TransitCardSimulator", "ChipSimulation", "ISO7816", "ReaderKnowledge", "Octets",
                "InlaySeams",
            ]),
        tests(
            "TestKitTests",
            [
                "TestKit", "EMRTD", "Frames", "PassportSimulator", "Type2TagSimulator", "TransitCardSimulator",
                "ChipSimulation", "CardCrypto", "ISO7816", "LDS", "InlaySeams", "Octets", "TestSupport",
            ]),
        tests(
            "InlayConsoleTests",
            [
                "InlayConsole", "CommandPresets", "CardIdentification", "ChipSimulation", "ISO7816", "InlaySeams",
                "Octets", "TestSupport",
            ]),
        tests("SecureMessagingTests", ["SecureMessaging", "CardCrypto", "ISO7816", "Octets", "TestSupport"]),
        .executableTarget(
            name: "ProcessProbe", dependencies: ["InlayCommands", "FaceImages"], path: "Tests/ProcessProbe",
            swiftSettings: settings),
        tests(
            "InlayCommandsTests",
            [
                "Diagnosis", "ReaderKnowledge",
                "InlayCommands", "FaceImages", "Trust", "PassportSimulator", "PCSC", "ChipSimulation", "CardCrypto",
                "CardIdentification", "CommandPresets", "LDS",
                "ISO7816", "InlaySeams", "Octets", "TestSupport", "Transit", "TransitCardSimulator",
                "FeliCa",
            ]),

        // `swift run -c release inlay-bench`: what the product costs against the primitives that it needs.
        .target(
            name: "CBareOpenSSL", path: "Tests/Benchmarks/Bare", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "inlay-bench",
            dependencies: [
                "CBareOpenSSL", "Diagnosis", "EMRTD", "Trust", "Transit", "PassportSimulator", "ChipSimulation", "LDS",
                "CardCrypto",
                "ISO7816",
                "Octets", "InlaySeams",
            ], path: "Tests/Benchmarks/Inlay", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
