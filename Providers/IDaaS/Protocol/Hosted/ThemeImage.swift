// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import CoatcheckFoundation

/// A picture of a theme: an `https` URL, or a PNG within the theme. SVG is not accepted, because it can
/// contain scripts.
public struct ThemeImage: Sendable, Hashable {
  /// The maximum size of a picture within a theme, in bytes.
  public static let maximumSize = 200 << 10
  private static let prefix = "data:image/png;base64,"
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The URL: `https://…` or `data:image/png;base64,…`.
  public let source: String

  /// Validates the URL of a picture.
  ///
  /// - Parameter source: The URL: `https://…` or `data:image/png;base64,…`.
  /// - Returns: Nil for anything but an `https` URL of at most 2,048 bytes, or a PNG of at most
  ///   ``maximumSize`` bytes.
  public init?(_ source: String) {
    if source.hasPrefix(Self.prefix) {
      // Four characters for three bytes: the size is looked at before a copy is made.
      guard source.utf8.count <= Self.maximumSize / 3 * 4 + 100,
        let data = Data(base64Encoded: String(source.dropFirst(Self.prefix.count))),
        data.count <= Self.maximumSize, data.starts(with: Self.signature)
      else { return nil }
    } else {
      guard source.utf8.count <= 2048, let address = try? Endpoint(source),
        address.scheme == "https",
        source.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.unsafe.contains($0) })
      else { return nil }
    }
    self.source = source
  }

  /// Characters that an address does not contain unescaped, or that would end an attribute or a `url()`.
  private static let unsafe = Set("\"'<>()\\;{}|^`".utf8)

  /// The host of the URL with its port, if it has one, for the tenant's list of permitted hosts; nil for a
  /// picture within the theme.
  public var host: String? {
    source.hasPrefix(Self.prefix) ? nil : (try? Endpoint(source))?.authority
  }
}
