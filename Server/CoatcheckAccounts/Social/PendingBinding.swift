// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckFoundation

/// A pending login: a user has signed in at a social network and must verify a phone number or an e-mail
/// address.
///
/// It belongs to one client on one installation and to one identity, and ends with the first successful
/// binding.
public struct PendingBinding: Sendable, Equatable {
  /// What the login may result in.
  public enum Purpose: String, Sendable {
    /// The identity is linked to an existing user who has the contact.
    case bind
    /// As `bind`; in addition, a contact that no user has creates a user.
    case register
  }

  /// The digest of the state token, with which the client names the login.
  public let digest: TokenDigest
  /// The client that began the login.
  public let clientID: String
  /// The installation that began the login: the value of the header `X-device-fingerprint`.
  public let device: String
  /// The identity that signed in at the network.
  public let identity: SocialIdentity
  /// What the login may result in.
  public let purpose: Purpose
  /// The user's name at the network. Untrusted text.
  public let nickname: String?
  /// The address of the user's picture at the network. Untrusted text.
  public let avatar: String?
  /// The wall clock time at which the login began.
  public let createdAt: Date
  /// The first moment at which it is expired.
  public let expiresAt: Date
  /// The number of wrong codes so far. The fifth ends the login.
  public let wrongCodes: Int
  /// The contact that was verified, while the user must still confirm the account or use a second factor.
  public let proved: Contact?

  /// Creates a pending login.
  ///
  /// - Parameters:
  ///   - digest: The digest of the state token.
  ///   - clientID: The client that began the login.
  ///   - device: The installation that began the login.
  ///   - identity: The identity that signed in at the network.
  ///   - purpose: What the login may result in.
  ///   - nickname: The user's name at the network. Untrusted text.
  ///   - avatar: The address of the user's picture at the network. Untrusted text.
  ///   - createdAt: The wall clock time at which the login began.
  ///   - expiresAt: The first moment at which it is expired.
  ///   - wrongCodes: The number of wrong codes so far.
  ///   - proved: The contact that was verified already; nil when there is no such contact.
  public init(
    digest: TokenDigest, clientID: String, device: String, identity: SocialIdentity,
    purpose: Purpose, nickname: String? = nil, avatar: String? = nil, createdAt: Date,
    expiresAt: Date, wrongCodes: Int = 0, proved: Contact? = nil
  ) {
    self.digest = digest
    self.clientID = clientID
    self.device = device
    self.identity = identity
    self.purpose = purpose
    self.nickname = nickname
    self.avatar = avatar
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.wrongCodes = wrongCodes
    self.proved = proved
  }
}
