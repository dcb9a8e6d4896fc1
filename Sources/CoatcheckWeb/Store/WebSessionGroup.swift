// SPDX-License-Identifier: Apache-2.0

/// Sessions of a website that end together.
public enum WebSessionGroup: Sendable, Hashable {
  /// The sessions of one login session at the provider, by its hash:
  /// ``WebSessionRecord/providerSession``.
  case providerSession(String)
  /// All sessions of one user, by the user's hash: ``WebSessionRecord/user``.
  case user(String)

  /// Whether a session belongs to the group.
  public func contains(_ record: WebSessionRecord) -> Bool {
    switch self {
    case .providerSession(let hash): record.providerSession == hash
    case .user(let hash): record.user == hash
    }
  }
}
