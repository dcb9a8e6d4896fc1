// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// What became of each account and each registered client in a migration.
public struct MigrationReport: Sendable {
  /// What became of an account, or of a client.
  public enum Outcome: Sendable, Equatable {
    /// It is in the new store and was removed from the old one.
    case moved
    /// The new store had a newer one, which stays; the old one was removed from the old store.
    case keptNewer
    /// It was removed from the old store by another task before it could be moved.
    case gone
    /// It could not be moved, and the next migration tries again. The new store may have a copy.
    case failed(OAuthError)
  }

  /// The outcome for one account.
  public struct Entry: Sendable {
    /// The account.
    public let account: AccountID
    /// The name that the user gave the session.
    public let name: String
    /// What became of the session.
    public let outcome: Outcome
  }

  /// The outcome for one registered client.
  public struct Client: Sendable {
    /// The authorization server that registered it.
    public let issuer: Issuer
    /// The name that the program stored the client under.
    public let name: String
    /// What became of the client.
    public let outcome: Outcome
  }

  /// The outcome for each account.
  public internal(set) var accounts: [Entry] = []
  /// The outcome for each registered client.
  public internal(set) var clients: [Client] = []
  /// Why the choice of the default account could not be moved; nil if it was moved, or if there was
  /// no default account.
  public internal(set) var defaultFailure: OAuthError?

  /// The first error of an account, else of a client, else of the default account; nil if there was no
  /// error.
  public var firstFailure: OAuthError? {
    for outcome in accounts.map(\.outcome) + clients.map(\.outcome) {
      if case .failed(let error) = outcome { return error }
    }
    return defaultFailure
  }

  /// Whether nothing is left in the old store.
  public var isComplete: Bool { firstFailure == nil }
}
