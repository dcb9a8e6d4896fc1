// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation

/// The check of picture addresses that are passed on to clients. The server does not fetch them.
enum AvatarAddress {
  /// Whether it is an `https` address with a host name: not an IP address, a file or a script.
  static func isShown(_ text: String) -> Bool {
    guard text.utf8.count <= 2048, let endpoint = try? Endpoint(text), endpoint.scheme == "https"
    else { return false }
    let host = endpoint.authority.prefix { $0 != ":" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // The last label of a host name begins with a letter; that of 127.0.0.1, 0x7f.1 or [::1] does not.
    guard labels.count > 1, let last = labels.last?.first, last.isLetter else { return false }
    return !endpoint.path.prefix { $0 != "?" }.lowercased().hasSuffix(".svg")
  }
}
