// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An http or https address, split into the parts of a request, as they were written.
package struct WebAddress: Sendable, Equatable {
  package let scheme: String
  package let authority: String
  /// Path and query; never empty.
  package let target: String

  /// The host without its port, for cookies.
  package var host: String {
    authority.hasPrefix("[")
      ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
  }

  package var text: String { "\(scheme)://\(authority)\(target)" }

  package init?(_ text: String) {
    guard let colon = text.range(of: "://") else { return nil }
    scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let rest = text[colon.upperBound...].prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    authority = String(rest[..<end])
    guard !authority.isEmpty else { return nil }
    let tail = String(rest[end...])
    target = tail.hasPrefix("/") ? tail : "/" + tail
  }

  /// The address of a `Location` or an `action` relative to this one; its scheme may differ.
  package func following(_ reference: String) -> String {
    if reference.isEmpty { return text }
    if reference.hasPrefix("//") { return scheme + ":" + reference }
    if reference.hasPrefix("/") { return "\(scheme)://\(authority)\(reference)" }
    if reference.hasPrefix("?") {
      return "\(scheme)://\(authority)\(target.prefix { $0 != "?" })\(reference)"
    }
    return URL(string: reference, relativeTo: URL(string: text))?.absoluteString ?? reference
  }
}
