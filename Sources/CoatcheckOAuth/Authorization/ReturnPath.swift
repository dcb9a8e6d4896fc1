// SPDX-License-Identifier: Apache-2.0

/// Where the user agent continues after a sign-in, taken from untrusted text: always a path on the app's
/// own origin.
///
/// [RFC 9700 §4.11.1](https://www.rfc-editor.org/rfc/rfc9700#section-4.11.1): "Clients MUST NOT expose open
/// redirectors." What looks like a path to a program may be another server to a browser, so that only paths
/// are accepted that cannot be read in two ways.
public enum ReturnPath {
  /// The maximum length of a path, in bytes.
  public static let maximumLength = 2048

  /// Returns the path that a text names, or `/` when it is not a path of this origin.
  ///
  /// - Parameter text: A path with or without a query, as the app wrote it: `/albums?page=2`; nil when
  ///   absent.
  public static func path(_ text: String?) -> String {
    guard let text, text.utf8.count <= maximumLength, isOwn(text) else { return "/" }
    return text
  }

  /// Returns the path of a URL on the app's own origin, or `/` when the URL is on another one.
  ///
  /// - Parameters:
  ///   - address: An absolute URL; nil when absent.
  ///   - origin: The app's own origin, without a path: `https://app.example`.
  public static func path(ofAddress address: String?, at origin: String) -> String {
    guard let address, address.utf8.count <= maximumLength + origin.utf8.count,
      address.hasPrefix(origin)
    else { return "/" }
    let rest = String(address.dropFirst(origin.count))
    return rest.isEmpty ? "/" : path(rest)
  }

  private static func isOwn(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    // Browsers remove tabs and line breaks from a URL, and read a backslash as a slash.
    guard bytes.first == 0x2F, bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
      !bytes.contains(0x23)
    else { return false }
    let path = bytes.prefix { $0 != 0x3F }
    let segments = path.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false)
    guard segments.dropLast().allSatisfy({ !$0.isEmpty }) else { return false }
    return segments.allSatisfy(isPlain)
  }

  /// Whether a path segment is not `.` or `..`, and has no slash, backslash, percent sign, space or control
  /// character, also when it is percent-decoded.
  private static func isPlain(_ segment: ArraySlice<UInt8>) -> Bool {
    guard let decoded = FormEncoding.decode(segment.map { $0 == 0x2B ? 0x2D : $0 }) else {
      return false
    }
    return decoded != "." && decoded != ".."
      && decoded.utf8.allSatisfy {
        $0 > 0x20 && $0 != 0x7F && $0 != 0x2F && $0 != 0x5C && $0 != 0x25
      }
  }
}
