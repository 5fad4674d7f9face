import Octets

extension FileGrammar {
    /// EF.DG2, EF.DG3 and EF.DG4 (9303-10 §4.7.2, 7816-11).
    static let biometrics: [Tag: FileGrammar] = [
        0x7F61: FileGrammar(
            "biometric information group template", .bytes,
            [
                .integer: FileGrammar("number of templates", .number), 0x53: FileGrammar("random data"),
                0x7F60: FileGrammar(
                    "biometric information template", .bytes,
                    [
                        0xA1: FileGrammar("biometric header template", .bytes, header),
                        0x5F2E: FileGrammar("biometric data block", .record),
                        0x7F2E: FileGrammar("biometric data block", .bytes, block39794),
                    ]),
            ])
    ]

    private static let header: [Tag: FileGrammar] = [
        0x80: FileGrammar("version of the header", .bytes),
        0x81: FileGrammar("biometric type", .code([2: "face", 8: "finger", 16: "iris"])),
        0x82: FileGrammar("biometric subtype", .number), 0x83: FileGrammar("time of creation", .headerTime),
        0x85: FileGrammar("validity", .bytes), 0x86: FileGrammar("creator", .bytes),
        0x87: FileGrammar("format owner", .code([0x0101: "ISO/IEC JTC 1/SC 37"])),
        0x88: FileGrammar(
            "format type",
            .code([
                0x07: "finger image of ISO/IEC 19794-4", 0x08: "face image of ISO/IEC 19794-5",
                0x09: "iris image of ISO/IEC 19794-6", 0x0B: "iris image of ISO/IEC 19794-6, polar",
                0x28: "finger image of ISO/IEC 39794-4", 0x2A: "face image of ISO/IEC 39794-5",
                0x2C: "iris image of ISO/IEC 39794-6",
            ])),
    ]

    // MARK: - ISO/IEC 39794

    private static let block39794: [Tag: FileGrammar] = {
        let blocks: [Tag: FileGrammar] = [
            0x64: block("finger image data block", finger), 0x65: block("face image data block", face),
            0x66: block("iris image data block", iris),
        ]
        return blocks.merging([0xA1: FileGrammar("standardised data block", .bytes, blocks)]) { first, _ in first }
    }()

    private static func block(_ name: String, _ representation: [Tag: FileGrammar]) -> FileGrammar {
        FileGrammar(
            name, .bytes,
            [
                0xA0: FileGrammar(
                    "version", .bytes,
                    [0x80: FileGrammar("generation", .number), 0x81: FileGrammar("year", .number)]),
                0xA1: FileGrammar(
                    "representations", .bytes, [.sequence: FileGrammar("representation", .bytes, representation)]),
            ])
    }

    /// CHOICE { [0] code, [1] extension { [0] fallback } } of ISO/IEC 39794-1.
    private static func coded(_ name: String, _ meanings: [Int: String] = [:]) -> FileGrammar {
        FileGrammar(
            name, .bytes,
            [
                0x80: FileGrammar("code", .code(meanings)),
                0xA1: FileGrammar("extension", .bytes, [0x80: FileGrammar("falls back to code", .code(meanings))]),
            ])
    }

    private static func list(_ name: String, _ element: String, _ objects: [Tag: FileGrammar] = [:]) -> FileGrammar {
        FileGrammar(name, .bytes, [.sequence: FileGrammar(element, .bytes, objects)])
    }

    private static func dateTime(_ name: String) -> FileGrammar {
        let parts = ["year", "month", "day", "hour", "minute", "second", "millisecond"]
        var objects: [Tag: FileGrammar] = [:]
        for (index, part) in parts.enumerated() { objects[Tag(0x80 + UInt32(index))] = FileGrammar(part, .number) }
        return FileGrammar(name, .bytes, objects)
    }

    private static func flags(_ name: String, _ names: [String]) -> FileGrammar {
        var objects: [Tag: FileGrammar] = [:]
        for (index, name) in names.enumerated() { objects[Tag(0x80 + UInt32(index))] = FileGrammar(name, .flag) }
        return FileGrammar(name, .bytes, objects)
    }

    private static let registered: [Tag: FileGrammar] = [
        0x80: FileGrammar("organisation", .number), 0x81: FileGrammar("identifier", .number),
    ]

    private static let quality = list(
        "quality", "quality of one algorithm",
        [
            0xA0: FileGrammar("algorithm", .bytes, registered),
            0xA1: FileGrammar(
                "score or error", .bytes,
                [
                    0x80: FileGrammar("score", .number),
                    0xA1: FileGrammar("error", .bytes, [0x80: FileGrammar("code", .number)]),
                ]),
        ])

    private static let attackDetection = FileGrammar(
        "presentation attack detection", .bytes,
        [
            0xA0: coded("decision"), 0xA1: list("scores", "score"), 0xA2: list("extended data", "extended data block"),
            0xA3: coded("context of capture"), 0xA4: coded("level of supervision"),
            0x85: FileGrammar("risk level", .number),
            0xA6: coded("criteria category"), 0x87: FileGrammar("parameter"),
            0xA8: FileGrammar("challenges", .bytes, [.octetString: FileGrammar("challenge")]),
            0xA9: dateTime("time of capture"),
        ])

    private static let device = FileGrammar(
        "capture device", .bytes,
        [
            0xA0: FileGrammar("model", .bytes, registered), 0xA1: coded("technology"),
            0xA2: list("certifications", "certification", registered),
        ])

    private static let face: [Tag: FileGrammar] = [
        0x80: FileGrammar("identifier", .number),
        0xA1: FileGrammar(
            "image representation", .bytes,
            [
                0xA0: FileGrammar(
                    "base", .bytes,
                    [
                        0xA0: FileGrammar(
                            "two-dimensional image", .bytes,
                            [
                                0x80: FileGrammar("image", .image),
                                0xA1: FileGrammar("image information", .bytes, faceInformation),
                                0xA2: FileGrammar(
                                    "capture device", .bytes,
                                    [
                                        0xA0: flags("spectral range", ["white light", "near infrared", "thermal"]),
                                        0xA1: coded("technology"),
                                    ]),
                            ])
                    ])
            ]),
        0xA2: dateTime("time of capture"), 0xA3: quality, 0xA4: attackDetection,
        0x85: FileGrammar("session", .number), 0x86: FileGrammar("derived from representation", .number), 0xA7: device,
        0xA8: FileGrammar(
            "about the person", .bytes,
            [
                0xA0: coded("gender", [0: "unknown", 1: "other", 2: "male", 3: "female"]), 0xA1: coded("eye colour"),
                0xA2: coded("hair colour"), 0x83: FileGrammar("height in millimetres", .number),
                0xA4: flags(
                    "properties",
                    [
                        "glasses", "moustache", "beard", "teeth visible", "pupil or iris not visible", "mouth open",
                        "left eye patch", "right eye patch", "dark glasses", "biometric absent", "head covering",
                    ]),
                0xA5: flags(
                    "expression", ["neutral", "smile", "raised eyebrows", "eyes looking away", "squinting", "frowning"]),
                0xA6: FileGrammar(
                    "pose", .bytes,
                    [0xA0: angle("yaw"), 0xA1: angle("pitch"), 0xA2: angle("roll")]),
            ]),
        0xA9: list("landmarks", "landmark"),
    ]

    private static func angle(_ name: String) -> FileGrammar {
        FileGrammar(
            name, .bytes,
            [0x80: FileGrammar("degrees", .number), 0x81: FileGrammar("uncertainty in degrees", .number)])
    }

    private static let faceInformation: [Tag: FileGrammar] = [
        0xA0: coded("image format", [2: "JPEG", 3: "JPEG 2000, lossy", 4: "JPEG 2000, lossless"]),
        0xA1: coded("kind of image"),
        0xA2: flags(
            "processing after capture",
            [
                "rotated", "cropped", "down-sampled", "white balance adjusted", "compressed several times",
                "interpolated", "contrast stretched", "pose corrected", "views combined", "age progressed",
                "super-resolution", "normalised",
            ]),
        0xA3: coded("lossy compressions"), 0x84: FileGrammar("distance of the camera in millimetres", .number),
        0x85: FileGrammar("diagonal of the sensor in millimetres", .number),
        0x86: FileGrammar("focal length in millimetres", .number),
        0xA7: FileGrammar(
            "size", .bytes,
            [0x80: FileGrammar("width in pixels", .number), 0x81: FileGrammar("height in pixels", .number)]),
        0xA8: FileGrammar(
            "measures of the face", .bytes,
            [
                0x80: FileGrammar("head width in pixels", .number), 0x81: FileGrammar("distance of the eyes", .number),
                0x82: FileGrammar("distance of eyes and mouth", .number), 0x83: FileGrammar("head length", .number),
            ]),
        0xA9: coded("colour space"),
        0xAA: FileGrammar(
            "reference colours", .bytes,
            [
                0x80: FileGrammar("schema", .characters),
                0xA1: list(
                    "definitions and values", "definition and value",
                    [0x80: FileGrammar("definition", .characters), 0x81: FileGrammar("value", .characters)]),
            ]),
    ]

    private static let finger: [Tag: FileGrammar] = [
        0xA0: coded(
            "position",
            [
                0: "unknown", 1: "right thumb", 2: "right index", 3: "right middle", 4: "right ring", 5: "right little",
                6: "left thumb", 7: "left index", 8: "left middle", 9: "left ring", 10: "left little",
                13: "right four fingers", 14: "left four fingers", 15: "both thumbs",
            ]),
        0xA1: coded("impression", [0: "plain", 1: "rolled", 8: "swipe", 24: "plain, without contact"]),
        0xA2: coded(
            "image format", [0: "PGM", 1: "WSQ", 2: "JPEG 2000, lossy", 3: "JPEG 2000, lossless", 4: "PNG"]),
        0x83: FileGrammar("image", .image), 0xA4: dateTime("time of capture"), 0xA5: device, 0xA6: quality,
        0xA7: FileGrammar(
            "sampling rate", .bytes,
            [0x80: FileGrammar("pixels", .number), 0x81: FileGrammar("unit", .number)]),
        0x88: FileGrammar("position found by the system", .flag), 0x89: FileGrammar("rotation in degrees", .number),
        0x8A: FileGrammar("image rotated to vertical", .flag),
        0x8B: FileGrammar("image was compressed with loss", .flag),
        0xAC: list("segmentations", "segmentation"), 0xAD: list("annotations", "annotation"), 0xAE: attackDetection,
        0xAF: FileGrammar("comments", .bytes, [0x1A: FileGrammar("comment", .characters)]),
        0xB0: list("data of manufacturers", "data of a manufacturer"),
    ]

    private static let iris: [Tag: FileGrammar] = [
        0x80: FileGrammar("eye", .code([0: "unknown", 1: "right", 2: "left"])),
        0xA1: coded("kind of image", [1: "uncropped", 2: "VGA", 3: "cropped", 7: "cropped and masked"]),
        0x82: FileGrammar("bits a pixel", .number),
        0xA3: coded("image format", [0: "PGM", 1: "PPM", 2: "PNG", 3: "JPEG 2000, lossless", 4: "JPEG 2000, lossy"]),
        0x84: FileGrammar("horizontal orientation", .code([0: "undefined", 1: "left to right", 2: "right to left"])),
        0x85: FileGrammar("vertical orientation", .code([0: "undefined", 1: "top to bottom", 2: "bottom to top"])),
        0x86: FileGrammar("compressed before", .code([0: "undefined", 1: "without loss or not", 2: "with loss"])),
        0xA7: dateTime("time of capture"), 0x88: FileGrammar("image", .image),
        0xA9: FileGrammar(
            "range", .bytes,
            [0x80: FileGrammar("millimetres", .number), 0x81: FileGrammar("error", .number)]),
        0xAA: device, 0xAB: quality, 0xAC: FileGrammar("roll angle", .bytes, angle("roll").objects),
        0xAD: FileGrammar("localisation"), 0xAE: attackDetection,
    ]
}
