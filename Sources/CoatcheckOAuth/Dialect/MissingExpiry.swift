// SPDX-License-Identifier: Apache-2.0

/// The expiry of an access token when the token response does not state one.
public enum MissingExpiry: String, Sendable, Hashable, CaseIterable {
  /// Unknown: the token is used until it is rejected.
  case unknown
  /// It does not expire. Seen at Kii.
  case never
  /// It counts as expired when it is received. Seen at docomo.
  case spent
}
