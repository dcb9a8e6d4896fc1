// SPDX-License-Identifier: Apache-2.0

/// A JSON number, as it was written.
///
/// Two numbers are equal when their texts are: `1` and `1.0` differ.
///
/// [RFC 8259 §6](https://www.rfc-editor.org/rfc/rfc8259#section-6)
public struct JSONNumber: Sendable, Hashable {
  private enum Storage: Sendable, Hashable {
    /// A number whose text is exactly what `Int` prints, as for almost every number in a token.
    case plain(Int)
    /// Any other.
    case text(String)
  }

  private let storage: Storage

  /// The number as written.
  public var text: String {
    switch storage {
    case .plain(let value): String(value)
    case .text(let text): text
    }
  }

  /// Creates the whole number `value`; its text is the decimal digits.
  public init(_ value: Int) {
    storage = .plain(value)
  }

  /// Creates a number with the shortest text that reads back as the value; `nil` for infinity and NaN,
  /// which JSON lacks.
  ///
  /// - Parameter value: The number; 1 is written as `1.0`.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    storage = .text(value.description)
  }

  /// Creates a number from characters whose grammar was checked.
  init(checked letters: UnsafeBufferPointer<UInt8>) {
    if let value = Self.plain(letters) {
      storage = .plain(value)
    } else {
      let text = String(decoding: letters, as: UTF8.self)
      // The text `-0` has to be kept, and `Int` prints `0`.
      storage = Int(text).flatMap { String($0) == text ? .plain($0) : nil } ?? .text(text)
    }
  }

  /// The value of at most 18 digits, which cannot overflow. It is computed without making a string.
  private static func plain(_ letters: UnsafeBufferPointer<UInt8>) -> Int? {
    guard letters.count <= 18 else { return nil }
    var value = 0
    for letter in letters {
      let digit = letter &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    return value
  }

  /// The value as an integer; `nil` if it is not whole or does not fit: `1.0` and `1e3` are whole, `1.5` is
  /// not.
  public var int: Int? {
    switch storage {
    case .plain(let value): value
    case .text: exactInt
    }
  }

  /// The nearest floating-point value; `nil` if that is not finite.
  public var double: Double? {
    switch storage {
    case .plain(let value): return Double(value)
    case .text(let text):
      guard let value = Double(text), value.isFinite else { return nil }
      return value
    }
  }

  /// Reads digits, fraction and exponent as one scaled whole number, without rounding.
  private var exactInt: Int? {
    var digits: [UInt8] = []
    var scale = 0
    var isFraction = false
    var rest = Substring(text).utf8
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // The grammar was checked, so the rest is the exponent. An exponent that does not fit into an `Int`
        // is clamped: no text has enough digits to compensate for it.
        let isDown = rest.first == UInt8(ascii: "-")
        let exponent = Int(Substring(rest)) ?? (isDown ? -Int(Int32.max) : Int(Int32.max))
        scale += max(-Int(Int32.max), min(Int(Int32.max), exponent))
        rest = Substring("").utf8
      default:
        digits.append(byte - UInt8(ascii: "0"))
        if isFraction { scale -= 1 }
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      scale += 1
    }
    if digits.isEmpty { return 0 }
    guard scale >= 0, scale + digits.count <= 40 else { return nil }
    var value = 0
    for digit in digits + [UInt8](repeating: 0, count: scale) {
      let (tenfold, isOver) = value.multipliedReportingOverflow(by: 10)
      let step = isNegative ? -Int(digit) : Int(digit)
      let (sum, isBeyond) = tenfold.addingReportingOverflow(step)
      if isOver || isBeyond { return nil }
      value = sum
    }
    return value
  }
}
