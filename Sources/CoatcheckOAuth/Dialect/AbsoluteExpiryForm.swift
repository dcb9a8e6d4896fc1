// SPDX-License-Identifier: Apache-2.0

/// How a token response states the time at which a token expires.
public enum AbsoluteExpiryForm: String, Sendable, Hashable, CaseIterable {
  /// `expires_at` and `refresh_token_expires_at`: `2014-01-05 11:57:26Z`, with a space and in UTC.
  /// Seen at OCLC.
  case spacedUTC = "spaced_utc"
}
