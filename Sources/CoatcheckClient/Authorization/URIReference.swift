// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// Resolves the value of a `Location` field: an absolute URI or a relative reference.
///
/// [RFC 3986 §5.2](https://www.rfc-editor.org/rfc/rfc3986#section-5.2).
enum URIReference {
  /// The absolute address that a reference resolves to.
  ///
  /// - Parameters:
  ///   - text: The reference.
  ///   - base: The address of the request whose response has the reference.
  /// - Throws: As `Endpoint`, which also refuses whatever is not a plain URI.
  static func resolve(_ text: String, from base: Endpoint) throws(OAuthError) -> Endpoint {
    // A fragment stays in the user agent; it is never sent.
    let text = text.prefix { $0 != "#" }
    let origin = "\(base.scheme)://\(base.authority)"
    let (path, query) = split(base.path[...])
    if hasScheme(text) { return try Endpoint(normalized(text)) }
    if text.hasPrefix("//") { return try Endpoint(normalized("\(base.scheme):\(text)")) }
    let (newPath, newQuery) = split(text)
    if newPath.isEmpty {
      let query = newQuery ?? query
      return try Endpoint(origin + path + (query.map { "?\($0)" } ?? ""))
    }
    // "excluding any characters after the right-most "/" in the base URI path"
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    let merged = newPath.hasPrefix("/") ? String(newPath) : folder + newPath
    return try Endpoint(origin + withoutDots(merged) + (newQuery.map { "?\($0)" } ?? ""))
  }

  /// "each "." or ".." segment is removed", and with the latter the segment before it.
  static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// An absolute address without dot segments in its path.
  private static func normalized(_ text: some StringProtocol) -> String {
    let text = String(text)
    guard let mark = text.firstRange(of: "://") else { return text }
    let rest = text[mark.upperBound...]
    guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return text }
    let (path, query) = split(rest[start...])
    guard path.hasPrefix("/") else { return text }
    return "\(text[..<start])\(withoutDots(String(path)))" + (query.map { "?\($0)" } ?? "")
  }

  private static func split(_ text: Substring) -> (path: Substring, query: Substring?) {
    guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
    return (text[..<mark], text[text.index(after: mark)...])
  }

  private static func hasScheme(_ text: Substring) -> Bool {
    let word = text.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
    return word.endIndex < text.endIndex && text[word.endIndex] == ":"
  }
}
