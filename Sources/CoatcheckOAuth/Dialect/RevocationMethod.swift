// SPDX-License-Identifier: Apache-2.0

/// How the provider is told that a session is over.
public enum RevocationMethod: String, Sendable, Hashable, CaseIterable {
  /// By its tokens, one after the other, as RFC 7009 says.
  case tokens
  /// By one call with the refresh token in the field `session-token`, which ends the whole session (IDaaS).
  case sessionToken = "session_token"
}
