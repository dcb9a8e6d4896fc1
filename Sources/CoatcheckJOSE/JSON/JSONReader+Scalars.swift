// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
  /// Reads a string; `at` is at the opening quotation mark.
  mutating func string() throws(JSONFault) -> String {
    at += 1
    let start = at
    var isASCII = true
    while at + 8 <= count {
      let word = WordScan.load(base + at)
      guard WordScan.isPlain(word) else { break }
      if word & WordScan.highs != 0 { isASCII = false }
      at += 8
    }
    while at < count {
      let byte = base[at]
      if byte == UInt8(ascii: "\"") {
        let letters = UnsafeBufferPointer(start: base + start, count: at - start)
        at += 1
        if isASCII { return String(decoding: letters, as: UTF8.self) }
        return try Self.checked(letters)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      if byte < 0x20 { throw .control }
      if byte >= 0x80 { isASCII = false }
      at += 1
    }
    throw .end
  }

  private static func checked(_ bytes: some Collection<UInt8>) throws(JSONFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding }
    return text
  }

  /// The rest of a string with escapes; `at` is at the first of them.
  private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
    var bytes = Array(UnsafeBufferPointer(start: base + start, count: at - start))
    while at < count {
      let byte = base[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return try Self.checked(bytes)
      case UInt8(ascii: "\\"): try escape(into: &bytes)
      case 0..<0x20: throw .control
      default: bytes.append(byte)
      }
    }
    throw .end
  }

  private mutating func escape(into bytes: inout [UInt8]) throws(JSONFault) {
    guard at < count else { throw .end }
    let letter = base[at]
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): bytes += String(try escapedScalar()).utf8
    default: throw .escape
    }
  }

  /// The scalar of `\uXXXX`, or of two such for one outside the basic plane; `at` is behind the `u`.
  private mutating func escapedScalar() throws(JSONFault) -> Unicode.Scalar {
    let high = try hexadecimal()
    if let scalar = Unicode.Scalar(high) { return scalar }
    // RFC 8259 §8.2: the behaviour on unpaired surrogates "is unpredictable", hence refused.
    guard high < 0xDC00, at + 1 < count, base[at] == UInt8(ascii: "\\"),
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
    guard at + 4 <= count else { throw .end }
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
  mutating func number() throws(JSONFault) -> JSONNumber {
    let start = at
    if base[at] == UInt8(ascii: "-") { at += 1 }
    let first = at
    try digits()
    if base[first] == UInt8(ascii: "0"), at > first + 1 { throw .number }
    if at < count, base[at] == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if at < count, base[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < count, base[at] == UInt8(ascii: "+") || base[at] == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    // §9: "An implementation may set limits on the range and precision of numbers."
    guard at - start <= 128 else { throw .long }
    let letters = UnsafeBufferPointer(start: base + start, count: at - start)
    return JSONNumber(checked: String(decoding: letters, as: UTF8.self))
  }

  private mutating func digits() throws(JSONFault) {
    let start = at
    while at < count, base[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    if at == start { throw at < count ? .number : .end }
  }
}
