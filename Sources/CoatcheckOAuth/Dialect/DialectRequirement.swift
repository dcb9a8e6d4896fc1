// SPDX-License-Identifier: Apache-2.0

/// What a provider wants although the protocol can do without it.
public enum DialectRequirement: String, Sendable, Hashable, CaseIterable {
  /// All of its clients have a secret. Without it a session can be used and not refreshed (docomo).
  case clientSecret = "client_secret"
  /// Something has to be asked for (docomo).
  case scope
}
