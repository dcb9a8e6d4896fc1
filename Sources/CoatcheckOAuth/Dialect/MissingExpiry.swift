// SPDX-License-Identifier: Apache-2.0

/// What it means that a token reply doesn't say when the access token ends.
public enum MissingExpiry: String, Sendable, Hashable, CaseIterable {
  /// Nobody knows: the token is used until it is rejected.
  case unknown
  /// It doesn't end by time (Kii).
  case never
  /// It is spent at once (docomo).
  case spent
}
