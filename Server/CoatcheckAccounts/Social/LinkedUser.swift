// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

/// The user an identity is linked to, with what a login reads, from one transaction.
public struct LinkedUser: Sendable, Equatable {
  /// The link.
  public let link: SocialLink
  /// The user.
  public let user: User
  /// The contacts that the user proved: phones before addresses.
  public let contacts: [Contact]
  /// How often the identity may sign in.
  public let limit: AttemptLimit
  /// What one more login would come to. It was not counted.
  public let attempt: Attempt

  /// Creates the value from its parts.
  public init(
    link: SocialLink, user: User, contacts: [Contact], limit: AttemptLimit, attempt: Attempt
  ) {
    self.link = link
    self.user = user
    self.contacts = contacts
    self.limit = limit
    self.attempt = attempt
  }
}
