import Glibc

/// Looks at a file that a command could not read or write, without opening it.
enum FileProbe {
    static func look(at machine: Machine, path: String) -> FileFacts {
        var facts = FileFacts(path: path)
        let files = machine.files
        func stop(_ obstacle: String, _ refusal: FileFacts.Refusal) -> FileFacts {
            facts.obstacle = obstacle
            facts.refusal = refusal
            if let status = files.lookup(obstacle).status {
                facts.owner = Accounts(files: files).user(status.owner)
                facts.mode = status.octalMode
            }
            return facts
        }
        let folders = Self.folders(of: path)
        for folder in folders {
            guard files.exists(folder) else {
                facts.missing = folder
                return facts
            }
            if files.refusal(folder, X_OK) != nil { return stop(folder, .entering) }
        }
        let folder = folders.last ?? "."
        if files.exists(path) {
            if files.refusal(path, R_OK) != nil { return stop(path, .reading) }
            switch files.refusal(path, W_OK) {
            case EROFS?: return stop(path, .readOnly)
            case .some: return stop(path, .writing)
            case nil: break
            }
        } else {
            facts.missing = path
        }
        // Files are written beside the old one, and take its place.
        switch files.refusal(folder, W_OK) {
        case EROFS?: return stop(folder, .readOnly)
        case .some: return stop(folder, .making)
        case nil: return facts
        }
    }

    /// Every folder on the way to the file, the outermost first.
    private static func folders(of path: String) -> [String] {
        var found = [path.hasPrefix("/") ? "/" : "."]
        var walked = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/").dropLast().prefix(256) {
            walked += name
            found.append(walked)
            walked += "/"
        }
        return found
    }
}
