// SPDX-License-Identifier: Apache-2.0

/// How a session is ended at the provider.
public enum RevocationMethod: String, Sendable, Hashable, CaseIterable {
  /// By revoking its tokens, one after the other, as in
  /// [RFC 7009 §2.1](https://www.rfc-editor.org/rfc/rfc7009#section-2.1).
  case tokens
  /// By one request with the refresh token in the field `session-token`, which ends the whole session.
  /// Seen at IDaaS.
  case sessionToken = "session_token"
}
