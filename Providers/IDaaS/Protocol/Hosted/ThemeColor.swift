// SPDX-License-Identifier: Apache-2.0

/// A colour of a theme: six hexadecimal digits without a prefix, `FF4F4A`.
public struct ThemeColor: Sendable, Hashable {
  /// The six digits, in upper case.
  public let hex: String

  /// Reads a colour; nil for anything but six hexadecimal digits: no `#`, no `0x`, no names.
  public init?(_ text: String) {
    guard text.utf8.count == 6,
      text.utf8.allSatisfy({
        (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) && $0 >= 0x41
      })
    else { return nil }
    hex = text.uppercased()
  }

  private init(checked hex: String) { self.hex = hex }

  /// `FFFFFF`
  public static let white = ThemeColor(checked: "FFFFFF")
  /// `000000`
  public static let black = ThemeColor(checked: "000000")

  /// Red, green and blue, from 0 to 255.
  public var channels: [Int] {
    let number = Int(hex, radix: 16) ?? 0
    return [number >> 16, number >> 8 & 0xFF, number & 0xFF]
  }
}
