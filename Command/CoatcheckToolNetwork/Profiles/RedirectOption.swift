// SPDX-License-Identifier: Apache-2.0
import Coatcheck

/// What a registered redirect URI means for a command, which can listen on one address only.
enum RedirectOption {
  /// The loopback redirect URI of a native app, which may have any port:
  /// [RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3).
  static let loopback = "http://127.0.0.1/callback"

  /// Where the provider sends the user back to.
  static func policy(_ uri: String?) -> RedirectPolicy {
    guard let uri, uri != loopback else { return .loopback }
    return .fixed(uri)
  }
}
