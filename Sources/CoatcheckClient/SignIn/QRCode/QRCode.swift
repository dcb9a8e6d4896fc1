// SPDX-License-Identifier: Apache-2.0

/// A QR code: an address as a picture which a telephone reads from a screen.
///
/// Bytes only, error correction level M, versions 1 to 12: addresses of at most 287 bytes.
/// Specification: ISO/IEC 18004.
package struct QRCode: Sendable, Hashable {
  /// How many modules there are in each row and column.
  package let size: Int
  /// Whether each module is dark, row by row.
  package let modules: [Bool]

  /// The code of a text; nil when the text is longer than 287 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion.smallest(for: bytes.count) else { return nil }
    let words = version.interleaved(QRPayload.words(of: bytes, in: version))
    let candidates = (0..<8).map { mask in
      var grid = QRGrid(version)
      grid.place(words, mask: mask)
      grid.writeFormat(mask: mask)
      return grid
    }
    // "The mask pattern with the lowest penalty score shall be selected."
    guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
    size = best.size
    modules = best.dark
  }

  /// Whether the module is dark; those around the code are light.
  package func isDark(_ row: Int, _ column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return modules[row * size + column]
  }
}
