// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

/// Whom an identity is linked to, and what a login wants to know about them, all of one moment.
public struct LinkedUser: Sendable, Equatable {
  /// The link.
  public let link: SocialLink
  /// The person.
  public let user: User
  /// The contacts that the person proved: phones before addresses.
  public let contacts: [Contact]
  /// How often the identity may sign in.
  public let limit: AttemptLimit
  /// What one more login would come to. It wasn't counted.
  public let attempt: Attempt

  /// Describes somebody.
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
