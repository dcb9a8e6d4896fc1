// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer

/// What a user allowed a client.
public struct Consent: Sendable, Equatable {
  /// Who allowed what to whom: the key of an entry.
  public struct Key: Sendable, Equatable {
    /// The user.
    public let userID: String
    /// The client.
    public let clientID: String

    /// Describes a key.
    public init(userID: String, clientID: String) {
      self.userID = userID
      self.clientID = clientID
    }
  }

  /// The user and the client.
  public let key: Key
  /// The scopes, in the order in which they were allowed.
  public let scopes: [String]

  /// Describes a consent.
  public init(userID: String, clientID: String, scopes: [String]) {
    key = Key(userID: userID, clientID: clientID)
    self.scopes = scopes
  }
}

/// What was taken back from a client.
public struct WithdrawnConsent: Sendable, Equatable {
  /// The scopes that were allowed; none when the client needed no consent.
  public let scopes: [String]
  /// The families that ended, as they are now, the oldest first.
  public let families: [RefreshFamily]

  /// Describes what was taken back.
  public init(scopes: [String], families: [RefreshFamily]) {
    self.scopes = scopes
    self.families = families
  }
}
