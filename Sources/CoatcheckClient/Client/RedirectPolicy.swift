// SPDX-License-Identifier: Apache-2.0

/// Where the authorization server redirects the user to.
public enum RedirectPolicy: Sendable, Hashable {
  /// To the user agent's own redirect URI: a port of this machine, which is free at the moment.
  ///
  /// [RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3): the issuer "MUST allow any port
  /// to be specified at the time of the request".
  case loopback
  /// To this absolute URI, as it was registered. The user agent must be able to receive it.
  case fixed(String)

  /// The redirect URI as it was registered; nil for a port of this machine.
  var fixedURI: String? {
    if case .fixed(let uri) = self { uri } else { nil }
  }
}
