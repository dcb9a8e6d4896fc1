// SPDX-License-Identifier: Apache-2.0

/// Parses a JSON text strictly in one pass, and records where each value is.
///
/// [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)
struct JSONReader {
  let base: UnsafePointer<UInt8>
  /// Where the text ends.
  let end: Int
  let depth: Int
  var at = 0
  /// The values so far.
  private(set) var spans: [JSONSpan] = []

  /// The position of a scalar in the text; of a string, without the quotation marks.
  struct Letters {
    var place: UInt32 = 0
    var count: UInt32 = 0
    var isEscaped = false
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>, depth: Int) {
    self.base = base
    self.end = bytes.count
    self.depth = depth
  }

  static func read(
    _ bytes: some Collection<UInt8>, limits: JSONLimits
  ) throws(JOSEError) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw JOSEError(.tooLarge, "the JSON text is longer than \(limits.bytes) bytes")
    }
    return try read(Array(bytes), depth: limits.depth)
  }

  /// Reads a text. The result keeps the bytes and reads values from them later.
  static func read(_ bytes: [UInt8], depth: Int) throws(JOSEError) -> JSONValue {
    guard !bytes.isEmpty else { throw JOSEError(.malformedJSON, "the JSON text is empty") }
    guard bytes.count <= UInt32.max else {
      throw JOSEError(.tooLarge, "the JSON text is longer than 4 GiB")
    }
    let spans = try bytes.withUnsafeBufferPointer { buffer throws(JOSEError) -> [JSONSpan] in
      try Self.spans(buffer, depth)
    }
    return JSONText(bytes, spans: spans).value(at: 0)
  }

  private static func spans(
    _ buffer: UnsafeBufferPointer<UInt8>, _ depth: Int
  ) throws(JOSEError) -> [JSONSpan] {
    guard let base = buffer.baseAddress else { return [] }
    var reader = JSONReader(buffer, base: base, depth: min(depth, 128))
    // An estimate: a token has about twelve claims of about thirty bytes.
    reader.spans.reserveCapacity(min(64, 4 + buffer.count / 24))
    do {
      try reader.document()
    } catch {
      throw JOSEError(error, at: reader.at)
    }
    return reader.spans
  }

  private mutating func document() throws(JSONFault) {
    skipSpace()
    try value(JSONSpan(), level: 0)
    skipSpace()
    guard at == end else { throw .trailing }
  }

  /// Reads a value and appends it to `spans`. If the value belongs to a member, `span` has the name.
  private mutating func value(_ span: JSONSpan, level: Int) throws(JSONFault) {
    guard at < end else { throw .end }
    var span = span
    switch base[at] {
    case UInt8(ascii: "\""):
      let letters = try string()
      span.kind = letters.isEscaped ? .escapedText : .text
      (span.place, span.count) = (letters.place, letters.count)
    case UInt8(ascii: "{"): return try object(span, level: level + 1)
    case UInt8(ascii: "["): return try array(span, level: level + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let letters = try number()
      span.kind = .number
      (span.place, span.count) = (letters.place, letters.count)
    case UInt8(ascii: "t"):
      try word("true")
      span.kind = .yes
    case UInt8(ascii: "f"):
      try word("false")
      span.kind = .no
    case UInt8(ascii: "n"): try word("null")
    default: throw .byte
    }
    spans.append(span)
  }

  private mutating func array(_ span: JSONSpan, level: Int) throws(JSONFault) {
    guard level <= depth else { throw .deep }
    let index = open(span, .array)
    skipSpace()
    if at < end, base[at] == UInt8(ascii: "]") {
      at += 1
      return close(index, count: 0)
    }
    var count = 0
    while true {
      try value(JSONSpan(), level: level)
      count += 1
      if try isLast(before: UInt8(ascii: "]")) { return close(index, count: count) }
    }
  }

  private mutating func object(_ span: JSONSpan, level: Int) throws(JSONFault) {
    guard level <= depth else { throw .deep }
    let index = open(span, .object)
    skipSpace()
    if at < end, base[at] == UInt8(ascii: "}") {
      at += 1
      return close(index, count: 0)
    }
    var names = JSONNames()
    var count = 0
    while true {
      guard at < end else { throw .end }
      guard base[at] == UInt8(ascii: "\"") else { throw .byte }
      let name = try string()
      var member = JSONSpan()
      (member.name, member.nameCount) = (name.place, name.count)
      member.isNameEscaped = name.isEscaped
      member.nameStart = WordScan.start(of: self.name(of: member))
      // RFC 8725 §2.6, RFC 7515 §4: "The Header Parameter names within the JOSE Header MUST be
      // unique"; RFC 7519 §4 says the same of claims. Names are compared after unescaping.
      guard names.insert(member, count: count, of: index, in: self) else { throw .duplicate }
      skipSpace()
      guard at < end else { throw .end }
      guard base[at] == UInt8(ascii: ":") else { throw .byte }
      at += 1
      skipSpace()
      try value(member, level: level)
      count += 1
      if try isLast(before: UInt8(ascii: "}")) { return close(index, count: count) }
    }
  }

  /// Appends an array or an object to `spans`, before its elements or members. Returns its index.
  private mutating func open(_ span: JSONSpan, _ kind: JSONSpan.Kind) -> Int {
    at += 1
    var span = span
    span.kind = kind
    spans.append(span)
    return spans.count - 1
  }

  private mutating func close(_ index: Int, count: Int) {
    spans[index].count = UInt32(count)
    spans[index].place = UInt32(spans.count)
  }

  /// Reads what follows an element or member: `true` for the closing byte, `false` for a comma, after which
  /// `at` is at the next element or member.
  private mutating func isLast(before close: UInt8) throws(JSONFault) -> Bool {
    skipSpace()
    guard at < end else { throw .end }
    let byte = base[at]
    guard byte == close || byte == UInt8(ascii: ",") else { throw .byte }
    at += 1
    if byte == close { return true }
    skipSpace()
    return false
  }

  private mutating func word(_ word: StaticString) throws(JSONFault) {
    for index in 0..<word.utf8CodeUnitCount {
      guard at < end else { throw .end }
      guard base[at] == word.utf8Start[index] else { throw .byte }
      at += 1
    }
  }

  private mutating func skipSpace() {
    while at < end {
      switch base[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }
}
