import CEdit
import Glibc

/// Lines that are edited on a terminal, with history and completion. Ctrl-C begins a new line, Ctrl-D ends.
@safe final class EditedLines: LineSource {
    private var editor: OpaquePointer?
    private let past: OpaquePointer?
    /// Ctrl-C was typed.
    private var isCancelled = false
    private let complete: (String) -> (typed: String, words: [String])
    /// What the prompt function gives out; the editor reads it while it draws.
    private let prompt = UnsafeMutablePointer<CChar>.allocate(capacity: EditedLines.promptSize)
    private static let promptSize = 80
    private static let historySize: Int32 = 500

    /// An editor on standard input and output. `complete` gets the line up to the cursor.
    init(complete: @escaping (String) -> (typed: String, words: [String])) {
        self.complete = complete
        unsafe prompt.initialize(repeating: 0, count: Self.promptSize)
        unsafe past = inlay_history_begin(Self.historySize)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe editor = inlay_edit_begin(
            "inlay", context, { editor in unsafe EditedLines.of(editor)?.prompt }, past,
            { editor, _ in unsafe EditedLines.completeWord(editor) }, { editor, _ in unsafe EditedLines.cancel(editor) }
        )
    }

    deinit {
        if let editor = unsafe editor { unsafe el_end(editor) }
        if let past = unsafe past { unsafe history_end(past) }
        unsafe prompt.deallocate()
    }

    func next(_ prompt: String) throws(Failure) -> String? {
        guard let editor = unsafe editor else { return nil }
        for (index, byte) in (Array(prompt.utf8.prefix(Self.promptSize - 1)) + [0]).enumerated() {
            unsafe self.prompt[index] = CChar(bitPattern: byte)
        }
        unsafe el_resize(editor)
        var count: Int32 = 0
        isCancelled = false
        guard let bytes = unsafe el_gets(editor, &count), count > 0 else {
            guard !isCancelled else { return Self.cancelled }
            // Ctrl-D leaves the cursor behind the prompt.
            unsafe inlay_edit_show("\n")
            return nil
        }
        let line = unsafe String(cString: bytes)
        return line.hasSuffix("\n") ? String(line.dropLast()) : line
    }

    func remember(_ line: String) {
        guard let past = unsafe past else { return }
        unsafe line.withCString { unsafe inlay_history_add(past, $0) }
    }

    // MARK: - Called by the editor

    private static func of(_ editor: OpaquePointer?) -> EditedLines? {
        guard let editor = unsafe editor, let context = unsafe inlay_edit_context(editor) else { return nil }
        return unsafe Unmanaged<EditedLines>.fromOpaque(context).takeUnretainedValue()
    }

    private static func completeWord(_ editor: OpaquePointer?) -> UInt8 {
        guard let lines = unsafe of(editor), let editor = unsafe editor, let line = unsafe el_line(editor)?.pointee,
            let start = unsafe line.buffer, let cursor = unsafe line.cursor
        else { return UInt8(CC_ERROR) }
        let count = unsafe cursor - start
        let text = unsafe String(
            decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
        let (typed, words) = lines.complete(text)
        guard let first = words.first else { return UInt8(CC_ERROR) }
        let common = words.dropFirst().reduce(first) { commonPrefix($0, $1) }
        if words.count == 1 || common.count > typed.count {
            unsafe el_deletestr(editor, Int32(clamping: typed.count))
            // What ends in one of these goes on: a value, a name of a family, a file in a folder.
            let whole = words.count == 1 && !["=", ".", "/"].contains(common.last) ? common + " " : common
            _ = unsafe whole.withCString { unsafe el_insertstr(editor, $0) }
            return UInt8(CC_REFRESH)
        }
        var columns = 78
        var size = winsize()
        if unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 2 { columns = Int(size.ws_col) - 2 }
        show(words, in: min(columns, 118))
        return UInt8(CC_REDISPLAY)
    }

    private static func commonPrefix(_ left: String, _ right: String) -> String {
        String(zip(left, right).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }

    /// The choices below the line, in columns.
    private static func show(_ words: [String], in room: Int) {
        let width = (words.map(\.count).max() ?? 0) + 2
        let columns = max(1, room / width)
        var text = "\n"
        for (index, word) in words.prefix(200).enumerated() {
            text += TerminalText.escaped(word)
            text += (index + 1) % columns == 0 ? "\n" : String(repeating: " ", count: width - word.count)
        }
        if words.count > 200 { text += "… \(words.count - 200) more" }
        if !text.hasSuffix("\n") { text += "\n" }
        unsafe text.withCString { unsafe inlay_edit_show($0) }
    }

    /// The line ends as at the end of input, and `next` knows better.
    private static func cancel(_ editor: OpaquePointer?) -> UInt8 {
        guard let lines = unsafe of(editor) else { return UInt8(CC_ERROR) }
        lines.isCancelled = true
        unsafe inlay_edit_show("^C\n")
        return UInt8(CC_EOF)
    }
}
