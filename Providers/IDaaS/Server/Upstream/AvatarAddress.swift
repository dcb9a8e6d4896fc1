// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation

/// Which addresses of pictures are passed on. None of them is ever fetched here.
enum AvatarAddress {
  /// Whether it is an `https` address of a named host: no address inside of a network, no file, no script.
  static func isShown(_ text: String) -> Bool {
    guard text.utf8.count <= 2048, let endpoint = try? Endpoint(text), endpoint.scheme == "https"
    else { return false }
    let host = endpoint.authority.prefix { $0 != ":" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // "127.0.0.1", "0x7f.1" and "[::1]" have no letter at the start of their last part; names have.
    guard labels.count > 1, let last = labels.last?.first, last.isLetter else { return false }
    return !endpoint.path.prefix { $0 != "?" }.lowercased().hasSuffix(".svg")
  }
}
