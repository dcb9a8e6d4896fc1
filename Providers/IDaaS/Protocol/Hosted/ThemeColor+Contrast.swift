// SPDX-License-Identifier: Apache-2.0

/// The contrast of two colours.
extension ThemeColor {
  /// The relative luminance of the color, from 0 (black) to 1 (white).
  ///
  /// [WCAG 2.2, relative luminance](https://www.w3.org/TR/WCAG22/#dfn-relative-luminance): linear light of
  /// the three channels, weighed as the eye does.
  public var luminance: Double {
    let linear = channels.map { channel in
      let share = Double(channel) / 255
      return share <= 0.04045 ? share / 12.92 : Self.power24((share + 0.055) / 1.055)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  /// Returns the contrast ratio to another color, from 1 (the same) to 21 (black and white).
  ///
  /// [WCAG 2.2, contrast ratio](https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)
  public func contrast(to other: ThemeColor) -> Double {
    let one = luminance
    let two = other.luminance
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// A number above 0 and up to 1 to the power of 2.4: the fifth root of its twelfth power, by Newton's steps.
  /// The C library is not imported for one number.
  private static func power24(_ base: Double) -> Double {
    let square = base * base
    let fourth = square * square
    let power = fourth * fourth * fourth
    var root = 1.0
    for _ in 0..<80 {
      let fourthOfRoot = root * root * root * root
      root -= (root - power / fourthOfRoot) / 5
    }
    return root
  }
}
