// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What became of each account in a migration.
public struct MigrationReport: Sendable {
  /// What became of an account.
  public enum Outcome: Sendable, Equatable {
    /// Its session is in the new store.
    case moved
    /// The new store had a newer session of it, which stays.
    case keptNewer
    /// Somebody removed it meanwhile.
    case gone
    /// Its session is where it was.
    case failed(OAuthError)
  }

  /// One account.
  public struct Entry: Sendable {
    /// The account.
    public let account: AccountID
    /// What the person calls it.
    public let name: String
    /// What became of it.
    public let outcome: Outcome
  }

  /// The accounts, by name.
  public internal(set) var accounts: [Entry] = []
  /// Why the choice of the default account couldn't be moved; nil when it was, or there was none.
  public internal(set) var defaultFailure: OAuthError?

  /// The first error there was.
  public var firstFailure: OAuthError? {
    for entry in accounts {
      if case .failed(let error) = entry.outcome { return error }
    }
    return defaultFailure
  }

  /// Whether nothing is left in the old store.
  public var isComplete: Bool { firstFailure == nil }
}
