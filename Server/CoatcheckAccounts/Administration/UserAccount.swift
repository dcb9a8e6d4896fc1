// SPDX-License-Identifier: Apache-2.0

/// A user with everything that lasts: what moves to another database, so that the user can sign in there.
///
/// Sessions and tokens are not in it; they end with the database they are in.
public struct UserAccount: Sendable, Equatable {
  /// The user, with the hash of the password.
  public let user: User
  /// The contacts the user proved: phones before addresses.
  public let contacts: [Contact]
  /// The identities that sign in as the user, the oldest link first.
  public let links: [SocialLink]
  /// The hashes of the passwords before, newest first.
  public let passwordHistory: [PasswordHash]
  /// What the user allowed clients, in the order of the clients' identifiers.
  public let consents: [Consent]

  /// Describes an account.
  public init(
    user: User, contacts: [Contact] = [], links: [SocialLink] = [],
    passwordHistory: [PasswordHash] = [], consents: [Consent] = []
  ) {
    self.user = user
    self.contacts = contacts
    self.links = links
    self.passwordHistory = passwordHistory
    self.consents = consents
  }
}

/// What became of an account that was to be added.
public enum AccountAddition: Sendable, Equatable {
  /// It is there, with everything.
  case added
  /// Something that belongs to one user only is another user's already, or the identifier was a removed user's.
  /// Nothing was changed.
  case taken(Taken)

  /// What another user has.
  public enum Taken: String, Sendable {
    /// The identifier.
    case id
    /// The user name.
    case username
    /// A contact.
    case contact
    /// A link, or the identity that it links.
    case link
  }
}
