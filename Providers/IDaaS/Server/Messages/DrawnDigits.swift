// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The unpredictable digits of a code.
enum DrawnDigits {
  /// The maximum number of bytes that are drawn. A random source practically never reaches it.
  private static let patience = 256

  /// Draws digits, each as likely as any other.
  ///
  /// A byte of 250 or more is drawn again: 256 is not a multiple of 10, and low digits would be more
  /// likely.
  /// - Parameters:
  ///   - count: How many.
  ///   - random: The source of random bytes.
  /// - Throws: `busy` when the source gives no usable bytes.
  static func draw(_ count: Int, from random: (Int) -> [UInt8]) throws(Refusal) -> String {
    var digits = ""
    var drawn = 0
    while digits.utf8.count < count {
      guard drawn < patience else { throw Refusal(.busy) }
      for byte in random(count) where byte < 250 && digits.utf8.count < count {
        digits.append(String(byte % 10))
      }
      drawn += max(1, count)
    }
    return digits
  }
}
