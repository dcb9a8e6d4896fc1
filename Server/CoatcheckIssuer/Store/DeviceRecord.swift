// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// A device that waits for a user to allow it on another one.
///
/// [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)
public struct DeviceRecord: Sendable, Equatable {
  /// How far it is.
  public enum State: Sendable, Equatable {
    /// The user has not answered.
    case pending
    /// The user approved.
    case approved(DeviceApproval)
    /// The user denied.
    case denied
    /// It has its tokens: this family.
    case redeemed(familyID: String)
  }

  /// The digest of the device code.
  public let digest: TokenDigest
  /// The digest of the user code, without its dash and in capitals.
  public let userCode: TokenDigest
  /// The client that asked.
  public let clientID: String
  /// What it asked for.
  public let scopes: [String]
  /// What its tokens are bound to besides.
  public let context: GrantContext
  /// When it asked.
  public let issuedAt: Date
  /// The first moment at which both codes are expired.
  public let expiresAt: Date
  /// How many seconds it must leave between two questions. It grows when it does not.
  public let interval: Int
  /// How far it is.
  public let state: State

  /// Describes a device that waits.
  public init(
    digest: TokenDigest, userCode: TokenDigest, clientID: String, scopes: [String],
    context: GrantContext = GrantContext(), issuedAt: Date, expiresAt: Date, interval: Int,
    state: State = .pending
  ) {
    self.digest = digest
    self.userCode = userCode
    self.clientID = clientID
    self.scopes = scopes
    self.context = context
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.interval = interval
    self.state = state
  }
}

/// A user's yes to a device.
public struct DeviceApproval: Sendable, Equatable {
  /// Who said it.
  public let userID: String
  /// What was granted.
  public let scopes: [String]
  /// When the user authenticated.
  public let authTime: Date
  /// The browser session it was said in.
  public let sessionID: String?

  /// Describes an approval.
  public init(userID: String, scopes: [String], authTime: Date, sessionID: String?) {
    self.userID = userID
    self.scopes = scopes
    self.authTime = authTime
    self.sessionID = sessionID
  }
}
