// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// A device authorization: a device that waits for a user to approve it on another device.
///
/// [RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)
public struct DeviceRecord: Sendable, Equatable {
  /// The state of a device authorization.
  public enum State: Sendable, Equatable {
    /// The user has not decided.
    case pending
    /// The user approved.
    case approved(DeviceApproval)
    /// The user denied.
    case denied
    /// The device code was redeemed, which opened this family.
    case redeemed(familyID: String)
  }

  /// The digest of the device code.
  public let digest: TokenDigest
  /// The digest of the user code: ``UserCode/digest``.
  public let userCode: TokenDigest
  /// The identifier of the client that sent the request.
  public let clientID: String
  /// The requested scopes.
  public let scopes: [String]
  /// What its tokens are bound to besides client, user and scopes.
  public let context: GrantContext
  /// When the codes were issued.
  public let issuedAt: Date
  /// The first moment at which both codes are expired.
  public let expiresAt: Date
  /// The minimum number of seconds between two polls. It grows by 5 each time the device polls too soon.
  public let interval: Int
  /// The state.
  public let state: State

  /// Creates the record of a device authorization. Times are wall clock times; a store keeps whole
  /// milliseconds.
  ///
  /// - Parameters:
  ///   - digest: The digest of the device code.
  ///   - userCode: The digest of the user code: ``UserCode/digest``.
  ///   - clientID: The identifier of the client that sent the request.
  ///   - scopes: The requested scopes.
  ///   - context: What its tokens are bound to besides; nothing unless given.
  ///   - issuedAt: When the codes were issued.
  ///   - expiresAt: The first moment at which both codes are expired.
  ///   - interval: The minimum number of seconds between two polls.
  ///   - state: The state; pending unless given. A store keeps a new device as pending in any case.
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

/// A user's approval of a device.
public struct DeviceApproval: Sendable, Equatable {
  /// The identifier of the user who approved.
  public let userID: String
  /// The granted scopes.
  public let scopes: [String]
  /// When the user authenticated.
  public let authTime: Date
  /// The ``LoginSession/sid`` of the login session in which the user approved; nil without one.
  public let sessionID: String?

  /// Creates an approval.
  ///
  /// - Parameters:
  ///   - userID: The identifier of the user who approved.
  ///   - scopes: The granted scopes.
  ///   - authTime: When the user authenticated, by the wall clock.
  ///   - sessionID: The ``LoginSession/sid`` of the login session in which the user approved; nil without
  ///     one.
  public init(userID: String, scopes: [String], authTime: Date, sessionID: String?) {
    self.userID = userID
    self.scopes = scopes
    self.authTime = authTime
    self.sessionID = sessionID
  }
}
