// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What became of each account and each registered client in a migration.
public struct MigrationReport: Sendable {
  /// What became of an account, or of a client.
  public enum Outcome: Sendable, Equatable {
    /// It is in the new store.
    case moved
    /// The new store had a newer one, which stays.
    case keptNewer
    /// It was removed meanwhile.
    case gone
    /// It is where it was.
    case failed(OAuthError)
  }

  /// One account.
  public struct Entry: Sendable {
    /// The account.
    public let account: AccountID
    /// The name that the user gave it.
    public let name: String
    /// What became of it.
    public let outcome: Outcome
  }

  /// One registered client.
  public struct Client: Sendable {
    /// Who registered it.
    public let issuer: Issuer
    /// What the program calls it.
    public let name: String
    /// What became of it.
    public let outcome: Outcome
  }

  /// The accounts, by name.
  public internal(set) var accounts: [Entry] = []
  /// The registered clients.
  public internal(set) var clients: [Client] = []
  /// Why the choice of the default account could not be moved; nil if it was moved, or if there was
  /// no default account.
  public internal(set) var defaultFailure: OAuthError?

  /// The first error there was.
  public var firstFailure: OAuthError? {
    for outcome in accounts.map(\.outcome) + clients.map(\.outcome) {
      if case .failed(let error) = outcome { return error }
    }
    return defaultFailure
  }

  /// Whether nothing is left in the old store.
  public var isComplete: Bool { firstFailure == nil }
}
