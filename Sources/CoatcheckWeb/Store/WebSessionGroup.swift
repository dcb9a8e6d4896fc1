// SPDX-License-Identifier: Apache-2.0

/// Sessions that end together.
public enum WebSessionGroup: Sendable, Hashable {
  /// Those of one session at the provider, by its hash: ``WebSessionRecord/providerSession``.
  case providerSession(String)
  /// All of one user, by its hash: ``WebSessionRecord/user``.
  case user(String)

  /// Whether a session is one of them.
  public func contains(_ record: WebSessionRecord) -> Bool {
    switch self {
    case .providerSession(let hash): record.providerSession == hash
    case .user(let hash): record.user == hash
    }
  }
}
