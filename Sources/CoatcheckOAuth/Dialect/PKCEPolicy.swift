// SPDX-License-Identifier: Apache-2.0

/// Whether PKCE binds a code to the authorization request
/// ([RFC 7636](https://www.rfc-editor.org/rfc/rfc7636)).
public enum PKCEPolicy: Sendable, Hashable {
  /// With a code challenge of the method `S256`. A server without PKCE ignores it.
  case s256
  /// Without PKCE, for a server that refuses requests with a code challenge. A stolen code can be
  /// redeemed by any holder of the client secret. The reason is for readers of the code.
  case without(because: String)
}
