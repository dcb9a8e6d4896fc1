// SPDX-License-Identifier: Apache-2.0

/// A JSON number, kept as the text it was read from.
///
/// Two numbers are equal when their texts are: `1` and `1.0` differ.
///
/// Spec: [RFC 8259 §6](https://www.rfc-editor.org/rfc/rfc8259#section-6)
public struct JSONNumber: Sendable, Hashable {
  /// The number as written.
  public let text: String

  /// A whole number.
  public init(_ value: Int) {
    text = String(value)
  }

  /// The shortest text which reads back as `value`; `nil` for infinity and NaN, which JSON lacks.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  init(checked text: String) {
    self.text = text
  }

  /// The value, if it is whole and fits: `1.0` and `1e3` are whole, `1.5` is not.
  public var int: Int? {
    // Almost every number in a token is plain digits.
    if let plain = Int(text) { return plain }
    return exactInt
  }

  /// The nearest value, if it is finite.
  public var double: Double? {
    // Plain digits are read many times faster. Up to 2^53 every whole number is a `Double`; `-0` is another.
    if let plain = Int(text), plain != 0, plain.magnitude <= 1 << 53 { return Double(plain) }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
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
        // The grammar was checked: what is left is an exponent. One beyond Int is beyond any text.
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
