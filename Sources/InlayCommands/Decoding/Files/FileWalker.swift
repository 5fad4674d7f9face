import LDS
import Octets

/// Makes a tree of a file's objects. What cannot be read becomes a fault of the node that holds it; the rest is shown.
struct FileWalker {
    /// Most nodes that are made; more cannot be looked at.
    private static let nodeLimit = 4096

    private var count = 0

    /// The objects of `bytes`, which hold `file`.
    static func tree(of bytes: [UInt8], _ file: FileID) -> TreeNode {
        var walker = FileWalker()
        var root = TreeNode(offset: 0, name: "\(file.name), \(file.title)", length: bytes.count)
        var start = 0
        if file == .atrInfo, let category = (try? EFATRInfo(parsing: bytes))?.category {
            root.children.append(
                TreeNode(
                    offset: 0, name: "category", length: 1, text: "\(Hex.string([category])), objects follow"))
            start = 1
        }
        var reader = TLVReader(bytes.dropFirst(start), in: file.name, at: start, rules: rules(of: file))
        walker.read(&reader, FileGrammar.objects(of: file), into: &root, paddedUnder: rules(of: file))
        return root
    }

    /// Signed objects are not always DER.
    private static func rules(of file: FileID) -> EncodingRules {
        file == .sod || file == .cardSecurity ? .ber : .berTLV
    }

    private mutating func read(
        _ reader: inout TLVReader, _ grammar: [Tag: FileGrammar], into node: inout TreeNode,
        paddedUnder rules: EncodingRules? = nil
    ) {
        do throws(ParseError) {
            while !reader.isAtEnd {
                let padding = reader.rest.prefix { $0 == 0 || $0 == 0xFF }.count
                if let rules, padding > 0 {
                    node.children.append(
                        TreeNode(
                            offset: reader.offset, name: "padding", length: padding, text: Count.bytes(padding)))
                    reader = TLVReader(
                        reader.rest.dropFirst(padding), in: node.name ?? "", at: reader.offset + padding, rules: rules)
                    continue
                }
                guard count < Self.nodeLimit else { throw reader.error(.tooMany(limit: Self.nodeLimit)) }
                let object = try reader.next()
                node.children.append(self.node(object, grammar[object.tag]))
            }
        } catch {
            node.fault = error
        }
    }

    private mutating func node(_ object: TLV, _ grammar: FileGrammar?) -> TreeNode {
        count += 1
        var node = TreeNode(
            offset: object.offset, tag: object.tag.description, name: grammar?.name, length: object.value.count)
        switch grammar?.value {
        case .securityInfos: securityInfos(object, &node)
        case .asn1: asn1(object, &node)
        case .zone: node.children = FileValues.zone(object)
        case .record:
            node.text = nil
            RecordWalker.read(object, into: &node)
        case .image: node.text = FileValues.image(object.value)
        case .free:
            children(of: object, grammar?.objects ?? [:], &node)
            if node.fault != nil {
                node.children = []
                node.fault = nil
            }
        default:
            if object.tag.isConstructed {
                children(of: object, grammar?.objects ?? [:], &node)
            } else {
                node.value = object.value
                node.text = grammar.flatMap { FileValues.text(object.value, $0.value) }
            }
        }
        if node.children.isEmpty, node.fault == nil, node.text == nil { node.value = object.value }
        return node
    }

    private mutating func children(of object: TLV, _ grammar: [Tag: FileGrammar], _ node: inout TreeNode) {
        do throws(ParseError) {
            var reader = try object.contents(node.name ?? "object \(object.tag)")
            read(&reader, grammar, into: &node)
        } catch {
            node.fault = error
        }
    }

    // MARK: - ASN.1

    private mutating func securityInfos(_ object: TLV, _ node: inout TreeNode) {
        children(of: object, [:], &node)
        // The entries again, now as values: their order is the same.
        guard let infos = try? SecurityInfos(object, in: "SecurityInfos") else { return }
        for (index, entry) in zip(node.children.indices, infos.entries) {
            node.children[index].name = entry.name
            node.children[index].text = SecurityInfoText.text(entry)
            relabel(&node.children[index].children)
        }
        if node.name == nil { node.name = "SecurityInfos" }
    }

    private mutating func asn1(_ object: TLV, _ node: inout TreeNode) {
        children(of: object, [:], &node)
        relabel(&node.children)
    }

    /// Names and values of ASN.1's own types.
    private func relabel(_ nodes: inout [TreeNode]) {
        for index in nodes.indices {
            nodes[index].name = nodes[index].name ?? ASN1Text.typeName(nodes[index].tag)
            if let value = nodes[index].value, nodes[index].text == nil {
                nodes[index].text = ASN1Text.text(value, nodes[index].tag)
            }
            relabel(&nodes[index].children)
        }
    }
}
