/// What a rule saw in the facts.
package struct Evidence: Hashable, Sendable {
    /// One line: what is so on this machine.
    package var text: String
    /// It need not be what is wrong: told beside the finding.
    package var isNote = false
    /// What stands in the remedy in place of words in capitals.
    package var values: [String: String]

    /// What to do here, where that is less than what the cause says.
    package var remedy: Remedy?
    /// What is the matter, where that is less than what the cause says.
    var title: String?
    /// What a command ends with, where that is another than the cause's usual one.
    var ending: Cause.Ending?
    /// The USB device that it is about, by its name in sysfs.
    package var device: String?

    init(_ text: String, _ values: [String: String] = [:]) {
        self.text = text
        self.values = values
    }

    /// Worth telling, but not the cause by itself.
    static func note(_ text: String, _ values: [String: String] = [:]) -> Evidence {
        var evidence = Evidence(text, values)
        evidence.isNote = true
        return evidence
    }

    /// The same, for commands that end otherwise.
    func ending(_ ending: Cause.Ending) -> Evidence {
        var evidence = self
        evidence.ending = ending
        return evidence
    }

    /// The same, under a title of its own.
    func titled(_ title: String) -> Evidence {
        var evidence = self
        evidence.title = title
        return evidence
    }

    /// The same, with a remedy of its own.
    func remedied(by remedy: Remedy) -> Evidence {
        var evidence = self
        evidence.remedy = remedy
        return evidence
    }

    /// The same, about a device.
    func about(_ device: USBDevice) -> Evidence {
        var evidence = self
        evidence.device = device.path
        return evidence
    }
}
