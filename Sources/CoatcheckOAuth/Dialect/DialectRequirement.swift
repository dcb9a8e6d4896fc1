// SPDX-License-Identifier: Apache-2.0

/// What a provider requires and the protocol does not.
public enum DialectRequirement: String, Sendable, Hashable, CaseIterable {
  /// All of its clients have a secret. Without it a session can be used and not refreshed. Seen at docomo.
  case clientSecret = "client_secret"
  /// Each request names at least one scope. Seen at docomo.
  case scope
}
