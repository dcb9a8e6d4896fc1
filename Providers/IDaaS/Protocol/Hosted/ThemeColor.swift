// SPDX-License-Identifier: Apache-2.0

/// A color of a theme: six hexadecimal digits without a prefix, `FF4F4A`.
public struct ThemeColor: Sendable, Hashable {
  /// The six digits, in upper case.
  public let hex: String

  /// Reads a color.
  ///
  /// - Parameter text: Six hexadecimal digits in upper or lower case: red, green and blue.
  /// - Returns: Nil for any other text, such as one with `#` or `0x`, or a name.
  public init?(_ text: String) {
    guard text.utf8.count == 6,
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) && $0 >= 0x41
      })
    else { return nil }
    hex = text.uppercased()
  }

  private init(checked hex: String) { self.hex = hex }

  /// White: `FFFFFF`.
  public static let white = ThemeColor(checked: "FFFFFF")
  /// Black: `000000`.
  public static let black = ThemeColor(checked: "000000")

  /// The red, green and blue parts, each from 0 to 255.
  public var channels: [Int] {
    let number = Int(hex, radix: 16) ?? 0
    return [number >> 16, number >> 8 & 0xFF, number & 0xFF]
  }
}
