// SPDX-License-Identifier: Apache-2.0

/// Parses the text of a ``NumberPattern``. Each function returns nil for what is not supported.
struct NumberPatternReader {
  /// How deep groups may be nested.
  private static let maximumDepth = 16
  /// How often something may be repeated.
  private static let maximumCount = 64

  private var rest: [UInt8]
  private var at = 0

  init(_ text: String) { rest = Array(text.utf8) }

  /// The whole pattern, without its anchors.
  mutating func pattern() -> NumberPatternNode? {
    if rest.first == UInt8(ascii: "^") { at = 1 }
    guard let node = choice(depth: 0) else { return nil }
    if next == UInt8(ascii: "$") { at += 1 }
    return at == rest.count ? node : nil
  }

  private var next: UInt8? { at < rest.count ? rest[at] : nil }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    at += 1
    return true
  }

  private mutating func choice(depth: Int) -> NumberPatternNode? {
    guard depth <= Self.maximumDepth else { return nil }
    var choices: [NumberPatternNode] = []
    repeat {
      guard let one = sequence(depth: depth) else { return nil }
      choices.append(one)
    } while take("|")
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence(depth: Int) -> NumberPatternNode? {
    var nodes: [NumberPatternNode] = []
    while let byte = next, !"|)$".utf8.contains(byte) {
      guard let one = atom(depth: depth), let node = repetition(of: one) else { return nil }
      nodes.append(node)
    }
    return .sequence(nodes)
  }

  private mutating func atom(depth: Int) -> NumberPatternNode? {
    if take("(") {
      if take("?"), !take(":") { return nil }
      guard let node = choice(depth: depth + 1), take(")") else { return nil }
      return node
    }
    if take("[") { return byteClass().map { .byte($0) } }
    if take(".") { return .byte(.digits) }
    if take("\\") { return escaped().map { .byte($0) } }
    guard let byte = next, byte > 0x20, byte < 0x7F, !"^$*+?{}[]()|".utf8.contains(byte) else {
      return nil
    }
    at += 1
    return .byte(ByteSet(byte...byte))
  }

  /// What follows a backslash: `d`, or an escaped character.
  private mutating func escaped() -> ByteSet? {
    guard let byte = next, byte > 0x20, byte < 0x7F else { return nil }
    at += 1
    if byte == UInt8(ascii: "d") { return .digits }
    let isWord = ByteSet.digits.contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    return isWord ? nil : ByteSet(byte...byte)
  }

  private mutating func byteClass() -> ByteSet? {
    let isOthers = take("^")
    var set = ByteSet()
    while !take("]") {
      guard let (low, isSet) = member(&set) else { return nil }
      guard next == UInt8(ascii: "-"), at + 1 < rest.count, rest[at + 1] != UInt8(ascii: "]") else {
        if !isSet, low != UInt8(ascii: ",") { set.insert(low) }
        continue
      }
      at += 1
      guard !isSet, let (high, isSet) = member(&set), !isSet, low <= high else { return nil }
      set.formUnion(ByteSet(low...high))
    }
    return isOthers ? set.otherDigits : set
  }

  /// One character of a class; `\d` goes into the set at once.
  private mutating func member(_ set: inout ByteSet) -> (byte: UInt8, isSet: Bool)? {
    guard let byte = next, byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "[") else { return nil }
    at += 1
    guard byte == UInt8(ascii: "\\") else { return (byte, false) }
    let start = at
    guard let escaped = escaped() else { return nil }
    guard rest[start] == UInt8(ascii: "d") else { return (rest[start], false) }
    set.formUnion(escaped)
    return (byte, true)
  }

  private mutating func repetition(of node: NumberPatternNode) -> NumberPatternNode? {
    let node = quantified(node)
    // A second quantifier makes the first one lazy or possessive: neither is supported.
    if let byte = next, "?*+{".utf8.contains(byte) { return nil }
    return node
  }

  private mutating func quantified(_ node: NumberPatternNode) -> NumberPatternNode? {
    if take("?") { return .repeated(node, least: 0, most: 1) }
    if take("*") { return .repeated(node, least: 0, most: nil) }
    if take("+") { return .repeated(node, least: 1, most: nil) }
    guard take("{") else { return node }
    guard let least = number() else { return nil }
    var most: Int? = least
    if take(",") {
      most = next == UInt8(ascii: "}") ? nil : number()
      if most == nil, next != UInt8(ascii: "}") { return nil }
    }
    guard take("}"), least <= most ?? least else { return nil }
    return .repeated(node, least: least, most: most)
  }

  private mutating func number() -> Int? {
    let digits = rest[at...].prefix { ByteSet.digits.contains($0) }
    at += digits.count
    guard (1...2).contains(digits.count), let count = Int(String(decoding: digits, as: UTF8.self)),
      count <= Self.maximumCount
    else { return nil }
    return count
  }
}
