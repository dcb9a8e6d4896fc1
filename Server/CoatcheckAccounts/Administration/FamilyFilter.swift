// SPDX-License-Identifier: Apache-2.0

/// Which families of tokens a list has.
public struct FamilyFilter: Sendable, Equatable {
  /// Whose; nil for all users'.
  public var userID: String?
  /// Which client's; nil for all clients'.
  public var clientID: String?
  /// Whether ended and expired ones are in the list as well: families stay for a day after their end.
  public var includesEnded: Bool

  /// Describes a filter; of all living families unless something is given.
  public init(userID: String? = nil, clientID: String? = nil, includesEnded: Bool = false) {
    self.userID = userID
    self.clientID = clientID
    self.includesEnded = includesEnded
  }
}
