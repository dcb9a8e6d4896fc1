// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
  /// Reads a string; `at` is at the opening quotation mark.
  mutating func string() throws(JSONFault) -> Letters {
    let start = at + 1
    var here = start
    var isEscaped = false
    // All bytes joined by `|`: if no high bit is set, the string is ASCII.
    var union: UInt64 = 0
    while here < end {
      // Eight bytes at a time; fewer than eight bytes at the end of the text one by one.
      if here + 8 <= end {
        let word = WordScan.load(base + here)
        let marks = WordScan.marks(in: word)
        guard marks != 0 else {
          union |= word
          here += 8
          continue
        }
        let before = (marks & (0 &- marks)) &- 1
        union |= word & before
        here += marks.trailingZeroBitCount / 8
      }
      let byte = base[here]
      at = here
      if byte == UInt8(ascii: "\"") {
        at += 1
        return try letters(start..<here, isASCII: union & WordScan.highs == 0, isEscaped)
      }
      if byte < 0x20 { throw .control }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        // Fast path: nearly all escapes have one character.
        if here + 1 < end, Self.isSimple(base[here + 1]) {
          here += 2
        } else {
          at += 1
          _ = try escape()
          here = at
        }
      } else {
        union |= UInt64(byte)
        here += 1
      }
    }
    at = end
    throw .end
  }

  private func letters(
    _ range: Range<Int>, isASCII: Bool, _ isEscaped: Bool
  ) throws(JSONFault) -> Letters {
    if !isASCII {
      // Escapes are ASCII, so the unescaped string is well-formed UTF-8 if the escaped one is.
      let bytes = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
      guard UTF8Scan.isWellFormed(bytes) else { throw .encoding }
    }
    return Letters(
      place: UInt32(truncatingIfNeeded: range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.count), isEscaped: isEscaped)
  }

  /// The bytes of a member's name.
  func name(of member: JSONSpan) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base + Int(member.name), count: Int(member.nameCount))
  }

  /// The value of a string that is written with escapes, which were checked.
  static func unescaped(_ letters: UnsafeBufferPointer<UInt8>) -> String {
    guard let base = letters.baseAddress else { return "" }
    // An escape has at least as many bytes as the character that it represents.
    return String(unsafeUninitializedCapacity: letters.count) { output in
      var reader = JSONReader(letters, base: base, depth: 0)
      var count = 0
      while reader.at < reader.end {
        let byte = base[reader.at]
        reader.at += 1
        if byte == UInt8(ascii: "\\"), let scalar = try? reader.escape() {
          for byte in scalar.utf8 {
            output[count] = byte
            count += 1
          }
        } else {
          output[count] = byte
          count += 1
        }
      }
      return count
    }
  }

  /// Whether a backslash and this character are a complete escape.
  private static func isSimple(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      true
    default: false
    }
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    guard at < end else { throw .end }
    let letter = base[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw .escape
    }
  }

  /// The scalar of `\uXXXX`, or of a surrogate pair of two such escapes; `at` is after the `u`.
  private mutating func escapedScalar() throws(JSONFault) -> Unicode.Scalar {
    let high = try hexadecimal()
    if let scalar = Unicode.Scalar(high) { return scalar }
    // RFC 8259 §8.2: the behaviour on unpaired surrogates "is unpredictable", hence refused.
    guard high < 0xDC00, at + 1 < end, base[at] == UInt8(ascii: "\\"),
      base[at + 1] == UInt8(ascii: "u")
    else { throw .surrogate }
    at += 2
    let low = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw .surrogate }
    return scalar
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    guard at + 4 <= end else { throw .end }
    var value: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch base[at] {
      case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
        digit = byte - UInt8(ascii: "0")
      case let byte where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"):
        digit = byte - UInt8(ascii: "a") + 10
      case let byte where byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"):
        digit = byte - UInt8(ascii: "A") + 10
      default: throw .escape
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  // RFC 8259 §6: number = [ minus ] int [ frac ] [ exp ], int = zero / ( digit1-9 *DIGIT ).
  /// Reads a number; `at` is at its sign or first digit.
  mutating func number() throws(JSONFault) -> Letters {
    let start = at
    if base[at] == UInt8(ascii: "-") { at += 1 }
    let first = at
    try digits()
    if base[first] == UInt8(ascii: "0"), at > first + 1 { throw .number }
    if at < end, base[at] == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if at < end, base[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < end, base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    // §9: "An implementation may set limits on the range and precision of numbers."
    guard at - start <= 128 else { throw .long }
    return Letters(place: UInt32(start), count: UInt32(at - start))
  }

  private mutating func digits() throws(JSONFault) {
    let start = at
    while at < end, base[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    if at == start { throw at < end ? .number : .end }
  }
}
