/// An ASN.1 OBJECT IDENTIFIER, kept as its contents octets (X.690 §8.19).
///
/// Up to 16 octets, which is nearly all of them, need no memory of their own: identifiers are compared and made in great
/// number.
public struct ObjectIdentifier: Hashable, Sendable {
    /// The first and the second eight octets, big endian, the places behind the last octet being 0.
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var count: UInt8 = 0
    /// All octets, when there are more than sixteen.
    private var long: [UInt8]?

    /// The contents octets, as data object 80 of MSE:Set AT carries them.
    public var contents: [UInt8] {
        if let long { return long }
        return (0..<Int(count)).map(octet)
    }

    /// The contents octets behind those of `prefix`; nil when the identifier does not begin with it.
    public func suffix(behind prefix: ObjectIdentifier) -> [UInt8]? {
        guard long == nil, prefix.long == nil else {
            let own = contents
            return own.starts(with: prefix.contents) ? Array(own.dropFirst(prefix.contents.count)) : nil
        }
        // Places behind the last octet are 0, so the numbers can be compared as far as the prefix goes.
        let bits = UInt64(prefix.count) * 8
        guard prefix.count <= count, (high ^ prefix.high) >> (64 - min(bits, 64)) == 0,
            bits <= 64 || (low ^ prefix.low) >> (128 - bits) == 0
        else { return nil }
        return (Int(prefix.count)..<Int(count)).map(octet)
    }

    private func octet(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - index % 8 * 8))
    }

    /// Takes contents octets. Throws `invalidValue` unless they are 1 to 64 octets of complete, minimal arcs.
    public init(contents: some Collection<UInt8>, at offset: Int = 0) throws(ParseError) {
        var atArcStart = true
        for octet in contents {
            if atArcStart, octet == 0x80 { throw Self.malformed(at: offset) }
            atArcStart = octet & 0x80 == 0
        }
        guard (1...64).contains(contents.count), atArcStart else { throw Self.malformed(at: offset) }
        append(contents)
    }

    private mutating func append(_ octets: some Collection<UInt8>) {
        guard long == nil, Int(count) + octets.count <= 16 else {
            long = contents + octets
            (high, low, count) = (0, 0, 0)
            return
        }
        for octet in octets {
            let shift = UInt64(56 - count % 8 * 8)
            if count < 8 { high |= UInt64(octet) << shift } else { low |= UInt64(octet) << shift }
            count += 1
        }
    }

    /// Takes a dotted number such as `2.23.136.1.1.1`; nil when it is not one.
    public init?(_ dotted: String) {
        var arcs: [UInt64] = []
        for part in dotted.split(separator: ".", omittingEmptySubsequences: false) {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let arc = UInt64(part) else { return nil }
            arcs.append(arc)
        }
        guard arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40, arcs[1] < UInt64.max - 80 else { return nil }
        arcs[1] += arcs[0] * 40
        var contents: [UInt8] = []
        for arc in arcs.dropFirst() {
            var digits = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                digits.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            contents += digits
        }
        guard (1...64).contains(contents.count) else { return nil }
        append(contents)
    }

    /// Contents octets from a table of the product itself, taken unchecked.
    package init(known contents: [UInt8]) { append(contents) }

    /// This identifier with further arcs below 128.
    public func appending(_ arcs: UInt8...) -> ObjectIdentifier {
        var longer = self
        longer.append(arcs.map { $0 & 0x7F })
        return longer
    }

    /// This identifier with one further arc below 128.
    public func appending(_ arc: UInt8) -> ObjectIdentifier {
        var longer = self
        longer.append(CollectionOfOne(arc & 0x7F))
        return longer
    }

    /// The dotted number; an arc too large for 64 bits is shown as `…`.
    public var dotted: String {
        var arcs: [String] = []
        var value: UInt64 = 0
        var overflow = false
        for octet in contents {
            overflow = overflow || value >> 57 != 0
            value = value << 7 | UInt64(octet & 0x7F)
            guard octet & 0x80 == 0 else { continue }
            if arcs.isEmpty, !overflow {
                let root = min(value / 40, 2)
                arcs = [String(root), String(value - root * 40)]
            } else {
                arcs.append(overflow ? "…" : String(value))
            }
            value = 0
            overflow = false
        }
        return arcs.joined(separator: ".")
    }

    private static func malformed(at offset: Int) -> ParseError {
        ParseError(.invalidValue("not an object identifier"), in: "OBJECT IDENTIFIER", at: offset)
    }
}

extension ObjectIdentifier: CustomStringConvertible, Comparable {
    /// The dotted number.
    public var description: String { dotted }

    /// Order of the contents octets.
    public static func < (left: ObjectIdentifier, right: ObjectIdentifier) -> Bool {
        left.contents.lexicographicallyPrecedes(right.contents)
    }
}
