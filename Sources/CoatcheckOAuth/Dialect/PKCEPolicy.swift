// SPDX-License-Identifier: Apache-2.0

/// Whether a code is bound to the sign-in that asked for it: PKCE, RFC 7636.
public enum PKCEPolicy: Sendable, Hashable {
  /// By a challenge with SHA-256. A server that does not know it ignores it.
  case s256
  /// Not at all, for a server that refuses requests with a challenge. A stolen code can be redeemed by
  /// any holder of the client's secret.
  case without(because: String)
}
