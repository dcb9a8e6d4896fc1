// SPDX-License-Identifier: Apache-2.0

public import CoatcheckIssuer
public import CoatcheckFoundation

/// A login that waits until its user has proved a phone number or an e-mail address.
///
/// It belongs to one client on one device and to one identity, and ends with the first binding.
public struct PendingBinding: Sendable, Equatable {
  /// What the login may become.
  public enum Purpose: String, Sendable {
    /// The contact has to belong to a user already.
    case bind
    /// A contact that no user has creates a user.
    case register
  }

  /// The digest of the state token.
  public let digest: TokenDigest
  /// The client that asked.
  public let clientID: String
  /// The installation that asked: `X-device-fingerprint`.
  public let device: String
  /// Who signed in at the network.
  public let identity: SocialIdentity
  /// What the login may become.
  public let purpose: Purpose
  /// The user's name at the network. Untrusted text.
  public let nickname: String?
  /// The address of the user's picture at the network. Untrusted text.
  public let avatar: String?
  /// When the login began.
  public let createdAt: Date
  /// The first moment at which it is expired.
  public let expiresAt: Date
  /// How many wrong codes were tried with it.
  public let wrongCodes: Int
  /// The contact that was proved, while the user still has to confirm or to show a second factor.
  public let proved: Contact?

  /// Describes a login that waits.
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
