// SPDX-License-Identifier: Apache-2.0

/// A user with all data that outlasts sessions: what is moved to another database, so that the user can
/// sign in there.
///
/// Sessions and tokens are not part of it; they stay valid only in their own database.
public struct UserAccount: Sendable, Equatable {
  /// The user, with the password hash.
  public let user: User
  /// The verified contacts, phone numbers before e-mail addresses.
  public let contacts: [Contact]
  /// The linked identities at social networks, the oldest link first.
  public let links: [SocialLink]
  /// The hashes of the earlier passwords, the newest first.
  public let passwordHistory: [PasswordHash]
  /// The user's consents, in the order of the client identifiers.
  public let consents: [Consent]

  /// Creates an account from its parts.
  ///
  /// - Parameters:
  ///   - user: The user, with the password hash.
  ///   - contacts: The verified contacts.
  ///   - links: The linked identities at social networks, all of this user.
  ///   - passwordHistory: The hashes of the earlier passwords, the newest first.
  ///   - consents: The consents, all of this user.
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

/// The outcome of adding an account.
public enum AccountAddition: Sendable, Equatable {
  /// The account was stored with all its parts.
  case added
  /// The identifier, the name, a contact or a link is in use, or the identifier was that of a removed
  /// user. Nothing was changed.
  case taken(Taken)

  /// The part that is in use.
  public enum Taken: String, Sendable {
    /// The identifier of the user.
    case id
    /// The user name.
    case username
    /// A contact of another user.
    case contact
    /// The identifier of a link, or the identity that it links.
    case link
  }
}
