import Octets

/// The fields of such a file, by their tags.
protocol DetailField: CaseIterable, RawRepresentable where RawValue == UInt32 {}

extension DetailField {
    var tag: Tag { Tag(rawValue) }
}

/// What EF.DG11 and EF.DG12 have in common: a tag list and objects behind it, in any order, each kept as it is.
public struct DetailObjects: Hashable, Sendable {
    /// Most objects that are read; the standard has fifteen.
    public static let limit = 128

    /// The tag list (5C); nil when it is missing.
    public let tagList: TagList?
    /// The objects, in order.
    public let objects: [DataObject]

    static let listTag: Tag = 0x5C
    /// The template of several values of one kind.
    static let groupTag: Tag = 0xA0

    /// Objects with the list that belongs to them.
    init(_ objects: [DataObject]) {
        tagList = TagList(objects.map(\.tag))
        self.objects = objects
    }

    /// Reads the objects of a file. `known` are its tags, `member` the tag inside the group A0, which some tag lists name
    /// instead of A0 itself (gmrtd/gmrtd #149).
    init(
        _ object: TLV, in structure: String, known: Set<Tag>, member: Tag, warnings: inout [LDSWarning]
    ) throws(ParseError) {
        var reader = try object.contents(structure)
        var list: TagList?
        var objects: [DataObject] = []
        while !reader.isAtEnd {
            guard objects.count < Self.limit else { throw reader.error(.tooMany(limit: Self.limit)) }
            let object = try reader.next()
            if object.tag == Self.listTag, list == nil, objects.isEmpty {
                list = TagList(parsing: object.value)
                continue
            }
            if !known.contains(object.tag), object.tag != Self.groupTag, object.tag != member {
                warnings.append(.unknownTag(object.tag))
            } else if object.tag != member, objects.contains(where: { $0.tag == object.tag }) {
                warnings.append(.repeatedTag(object.tag))
            }
            objects.append(DataObject(object))
        }
        tagList = list
        self.objects = objects
        guard let list else {
            warnings.append(.missing("tag list"))
            return
        }
        if !list.rest.isEmpty {
            warnings.append(.malformed(ParseError(.invalidTag, in: "tag list of \(structure)")))
        }
        let listed = Set(list.tags.map { $0 == member ? Self.groupTag : $0 })
        let present = Set(objects.map { $0.tag == member ? Self.groupTag : $0.tag })
        warnings += list.tags.filter { !present.contains($0 == member ? Self.groupTag : $0) }.map {
            .listedButMissing($0)
        }
        warnings += present.subtracting(listed).sorted { $0.rawValue < $1.rawValue }.map { .presentButUnlisted($0) }
    }

    /// Reads a file of the kind `type` with what departs from the standard, but for what its dates hold. `texts` are its
    /// fields of text, `member` as above.
    static func file<Field: DetailField>(
        _ type: (some LDSFile).Type, _ bytes: [UInt8], texts: [Field], member: Tag
    ) throws(ParseError) -> (details: DetailObjects, warnings: [LDSWarning]) {
        let structure = type.fileID.name
        var (object, warnings) = try type.outerObject(of: bytes)
        let details = try DetailObjects(
            object, in: structure, known: Set(Field.allCases.map(\.tag)), member: member, warnings: &warnings)
        warnings += details.groupWarnings(member: member, in: structure)
        warnings += details.textWarnings(texts.map(\.tag) + [member], in: structure)
        warnings += details.chain(object.tag).warnings(comparedWith: object.encoded)
        return (details, warnings)
    }

    func chain(_ tag: Tag) -> ByteChain {
        let list = tagList.map { [ByteChain(TLV.encode(Self.listTag, $0.bytes)[...])] } ?? []
        return ByteChain(tag, list + objects.map(\.chain))
    }

    // MARK: - Values

    func value(_ tag: Tag) -> ArraySlice<UInt8>? { objects.first { $0.tag == tag }?.value }

    func text(_ tag: Tag) -> DetailText? { value(tag).map { DetailText(bytes: $0) } }

    func date(_ tag: Tag) -> DetailDate? { value(tag).map { DetailDate(bytes: $0) } }

    /// The values with tag `member`, in the group A0 or beside it.
    func members(_ member: Tag) -> [DetailText] {
        objects.flatMap { object -> [DetailText] in
            if object.tag == member { return [DetailText(bytes: object.value)] }
            guard object.tag == Self.groupTag else { return [] }
            var reader = TLVReader(object.value, in: "A0")
            var texts: [DetailText] = []
            while let child = try? reader.next() {
                if child.tag == member { texts.append(DetailText(bytes: child.value)) }
            }
            return texts
        }
    }

    /// What is wrong with the group A0: its form, or its count.
    func groupWarnings(member: Tag, in structure: String) -> [LDSWarning] {
        objects.filter { $0.tag == Self.groupTag }.flatMap { object -> [LDSWarning] in
            var reader = TLVReader(object.value, in: structure)
            do throws(ParseError) {
                let declared = try reader.next(.integer).integer(structure)
                let found = try reader.all().filter { $0.tag == member }.count
                return declared == found ? [] : [.mismatch("number of names", declared: declared, found: found)]
            } catch {
                return [.malformed(error)]
            }
        }
    }

    /// A warning for every text of `tags` that is no UTF-8.
    func textWarnings(_ tags: [Tag], in structure: String) -> [LDSWarning] {
        objects.filter { tags.contains($0.tag) && !DetailText(bytes: $0.value).isUTF8 }.map {
            .malformed(ParseError(.invalidValue("object \($0.tag) is no UTF-8"), in: structure))
        }
    }

    static func malformed(_ field: String, in structure: String) -> LDSWarning {
        .malformed(ParseError(.invalidValue("\(field) is no date"), in: structure))
    }

    static func group(_ member: Tag, _ values: [String]) -> DataObject {
        DataObject(
            groupTag, DER.encode(integer: values.count) + values.flatMap { TLV.encode(member, Array($0.utf8)) })
    }
}
