// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer

/// The user that an identity is linked to, with the data that a login needs, read in one transaction.
public struct LinkedUser: Sendable, Equatable {
  /// The link between the identity and the user.
  public let link: SocialLink
  /// The user.
  public let user: User
  /// The verified contacts of the user, phone numbers before e-mail addresses.
  public let contacts: [Contact]
  /// The limit for logins of this identity.
  public let limit: AttemptLimit
  /// The outcome that one more login would have under the limit. It was not counted.
  public let attempt: Attempt

  /// Creates the value from its parts.
  ///
  /// - Parameters:
  ///   - link: The link between the identity and the user.
  ///   - user: The user.
  ///   - contacts: The verified contacts of the user.
  ///   - limit: The limit for logins of this identity.
  ///   - attempt: The outcome that one more login would have under the limit.
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
