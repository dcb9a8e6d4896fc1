// SPDX-License-Identifier: Apache-2.0

/// A filter for lists of token families. A family must satisfy all parts.
public struct FamilyFilter: Sendable, Equatable {
  /// The identifier of the user; nil for all users.
  public var userID: String?
  /// The identifier of the client; nil for all clients.
  public var clientID: String?
  /// Whether the list also has ended and expired families. Families stay in the store until a day after
  /// their expiry.
  public var includesEnded: Bool

  /// Creates a filter; without arguments it accepts all families that are neither ended nor expired.
  ///
  /// - Parameters:
  ///   - userID: The identifier of the user; nil for all users.
  ///   - clientID: The identifier of the client; nil for all clients.
  ///   - includesEnded: Whether ended and expired families are accepted as well.
  public init(userID: String? = nil, clientID: String? = nil, includesEnded: Bool = false) {
    self.userID = userID
    self.clientID = clientID
    self.includesEnded = includesEnded
  }
}
