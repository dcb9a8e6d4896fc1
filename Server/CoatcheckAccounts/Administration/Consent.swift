// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer

/// The scopes that a user approved for a client.
public struct Consent: Sendable, Equatable {
  /// The user and the client of a consent; there is at most one consent for each pair.
  public struct Key: Sendable, Equatable {
    /// The identifier of the user.
    public let userID: String
    /// The identifier of the client.
    public let clientID: String

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - userID: The identifier of the user.
    ///   - clientID: The identifier of the client.
    public init(userID: String, clientID: String) {
      self.userID = userID
      self.clientID = clientID
    }
  }

  /// The user who approved and the client that was approved.
  public let key: Key
  /// The approved scopes, in the order in which they were approved.
  public let scopes: [String]

  /// Creates a consent.
  ///
  /// - Parameters:
  ///   - userID: The identifier of the user.
  ///   - clientID: The identifier of the client.
  ///   - scopes: The approved scopes, in the order in which they were approved.
  public init(userID: String, clientID: String, scopes: [String]) {
    key = Key(userID: userID, clientID: clientID)
    self.scopes = scopes
  }
}

/// What ended when a user's consent for a client was withdrawn.
public struct WithdrawnConsent: Sendable, Equatable {
  /// The scopes that were approved; empty when the client needed no consent.
  public let scopes: [String]
  /// The token families that ended, as they are after the end, the oldest first.
  public let families: [RefreshFamily]

  /// Creates the value from its parts.
  ///
  /// - Parameters:
  ///   - scopes: The scopes that were approved; empty when the client needed no consent.
  ///   - families: The token families that ended, the oldest first.
  public init(scopes: [String], families: [RefreshFamily]) {
    self.scopes = scopes
    self.families = families
  }
}
