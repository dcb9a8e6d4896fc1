// SPDX-License-Identifier: Apache-2.0

/// Why the reader stopped; becomes a ``JOSEError`` at the border.
enum JSONFault: UInt8, Error {
  case end, byte, trailing, escape, surrogate, control, encoding, number, long, deep, duplicate
}

/// One strict pass over a JSON text in memory.
///
/// Spec: [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)
struct JSONReader {
  let base: UnsafePointer<UInt8>
  let count: Int
  let depth: Int
  var at = 0

  static func read(
    _ bytes: some Collection<UInt8>, limits: JSONLimits
  ) throws(JOSEError) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw JOSEError(.tooLarge, "the JSON text is longer than \(limits.bytes) bytes")
    }
    let fast = bytes.withContiguousStorageIfAvailable { buffer in
      Result { () throws(JOSEError) in try read(buffer, depth: limits.depth) }
    }
    if let fast { return try fast.get() }
    return try Array(bytes).withUnsafeBufferPointer { buffer throws(JOSEError) in
      try read(buffer, depth: limits.depth)
    }
  }

  static func read(
    _ buffer: UnsafeBufferPointer<UInt8>, depth: Int
  ) throws(JOSEError) -> JSONValue {
    guard let base = buffer.baseAddress else {
      throw JOSEError(.malformedJSON, "the JSON text is empty")
    }
    var reader = JSONReader(base: base, count: buffer.count, depth: min(depth, 128))
    do {
      return try reader.document()
    } catch {
      throw JOSEError(error, at: reader.at)
    }
  }

  private mutating func document() throws(JSONFault) -> JSONValue {
    skipSpace()
    let value = try value(level: 0)
    skipSpace()
    guard at == count else { throw .trailing }
    return value
  }

  mutating func value(level: Int) throws(JSONFault) -> JSONValue {
    guard at < count else { throw .end }
    switch base[at] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object(level: level + 1))
    case UInt8(ascii: "["): return .array(try array(level: level + 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw .byte
    }
  }

  private mutating func array(level: Int) throws(JSONFault) -> [JSONValue] {
    guard level <= depth else { throw .deep }
    at += 1
    skipSpace()
    if at < count, base[at] == UInt8(ascii: "]") {
      at += 1
      return []
    }
    var elements: [JSONValue] = []
    while true {
      elements.append(try value(level: level))
      if try isLast(before: UInt8(ascii: "]")) { return elements }
    }
  }

  private mutating func object(level: Int) throws(JSONFault) -> JSONObject {
    guard level <= depth else { throw .deep }
    at += 1
    skipSpace()
    if at < count, base[at] == UInt8(ascii: "}") {
      at += 1
      return JSONObject()
    }
    var members: [JSONObject.Member] = []
    // Claims are about a dozen. Deeper objects may be many, and get no more room than they fill.
    if level == 1 { members.reserveCapacity(12) }
    var names = JSONNames()
    while true {
      guard at < count else { throw .end }
      guard base[at] == UInt8(ascii: "\"") else { throw .byte }
      let start = at
      let name = try string()
      // RFC 8725 §2.6, RFC 7515 §4: "The Header Parameter names within the JOSE Header MUST be
      // unique"; RFC 7519 §4 says the same of claims. Names are compared after unescaping.
      let written = UnsafeBufferPointer(start: base + start + 1, count: at - start - 2)
      guard names.insert(name, written: written, members: members) else { throw .duplicate }
      skipSpace()
      guard at < count else { throw .end }
      guard base[at] == UInt8(ascii: ":") else { throw .byte }
      at += 1
      skipSpace()
      members.append(JSONObject.Member(name: name, value: try value(level: level)))
      if try isLast(before: UInt8(ascii: "}")) { return JSONObject(unique: members) }
    }
  }

  /// After an element: `true` at the closing byte, `false` at a comma; what follows is then next.
  private mutating func isLast(before close: UInt8) throws(JSONFault) -> Bool {
    skipSpace()
    guard at < count else { throw .end }
    let byte = base[at]
    guard byte == close || byte == UInt8(ascii: ",") else { throw .byte }
    at += 1
    if byte == close { return true }
    skipSpace()
    return false
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFault)
    -> JSONValue
  {
    for index in 0..<word.utf8CodeUnitCount {
      guard at < count else { throw .end }
      guard base[at] == word.utf8Start[index] else { throw .byte }
      at += 1
    }
    return value
  }

  private mutating func skipSpace() {
    while at < count {
      switch base[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }
}

extension JOSEError {
  init(_ fault: JSONFault, at offset: Int) {
    switch fault {
    case .deep: self.init(.tooDeep, "the JSON text is nested too deeply at byte \(offset)")
    case .duplicate: self.init(.duplicateMember, "a member is named twice before byte \(offset)")
    case .long: self.init(.tooLarge, "a number is too long at byte \(offset)")
    default: self.init(.malformedJSON, "\(fault.text) at byte \(offset)")
    }
  }
}

extension JSONFault {
  var text: String {
    switch self {
    case .end: "the JSON text ends too early"
    case .trailing: "something follows the JSON value"
    case .escape: "an escape is malformed"
    case .surrogate: "half a surrogate pair"
    case .control: "a raw control character"
    case .encoding: "a string is not UTF-8"
    case .number: "a number is malformed"
    default: "unexpected byte"
    }
  }
}
