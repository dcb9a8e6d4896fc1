// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The rule for codes that users type, paste or dictate.
///
/// White space and invisible characters anywhere are dropped. Full-width digits (`１`) and Arabic-Indic ones
/// (`١`, `۱`) become ASCII. The rest has to be as many ASCII digits as were sent, and is compared as text:
/// `012345` is not `12345`. Anything else is refused and does not count as an attempt.
enum TypedDigits {
  /// Applies the rule.
  ///
  /// - Throws: `parameterMissing` when nothing is left; `parameterFormat` for anything but `length` digits.
  static func read(
    _ typed: String, length: Int, name: String = "verify_code"
  ) throws(Refusal) -> String {
    guard typed.utf8.count <= 256 else { throw bad(name) }
    var digits = ""
    for scalar in typed.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint {
        continue
      }
      guard let digit = digit(scalar) else { throw bad(name) }
      digits.append(digit)
    }
    guard !digits.isEmpty else {
      throw Refusal(.parameterMissing, name, detail: .missingParameter)
    }
    guard digits.utf8.count == length else { throw bad(name) }
    return digits
  }

  private static func bad(_ name: String) -> Refusal {
    Refusal(.parameterFormat, name, detail: .badFormat)
  }

  /// ASCII, full-width, Arabic-Indic and extended Arabic-Indic digits.
  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    for zero: UInt32 in [0x30, 0xFF10, 0x660, 0x6F0] where zero...(zero + 9) ~= scalar.value {
      return Character(Unicode.Scalar(UInt8(0x30 + scalar.value - zero)))
    }
    return nil
  }
}
