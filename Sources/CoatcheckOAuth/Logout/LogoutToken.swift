// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// A logout token: the signed statement of an issuer that a session has ended, sent from server to server.
///
/// [OpenID Connect Back-Channel Logout 1.0 §2.4](https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken).
public struct LogoutToken: Sendable, Hashable {
  /// `iss`: the issuer that made the token.
  public let issuer: Issuer
  /// `sub`: the user whose sessions have ended; nil when only ``sessionID`` is named.
  public let subject: String?
  /// `sid`: the session that has ended; nil when all sessions of ``subject`` have.
  public let sessionID: String?
  /// `jti`: the identifier of the token.
  public let id: String
  /// `iat`: when it was issued, by the issuer's wall clock.
  public let issuedAt: Date
  /// `exp`: when it expires.
  public let expiresAt: Date

  /// Creates a token, as the issuer does. ``claims(for:)`` are signed next.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - subject: The user whose sessions have ended; nil to name a session only.
  ///   - sessionID: The `sid` of the session that has ended; nil for all sessions of the user.
  ///   - lifetime: How long the token is valid, in seconds. The specification recommends at most two
  ///     minutes.
  ///   - environment: The wall clock, and the source of randomness for `jti`.
  /// - Throws: `misused` naming `subject` when both `subject` and `sessionID` are nil.
  public init(
    issuer: Issuer, subject: String?, sessionID: String? = nil, lifetime: TimeInterval = 120,
    environment: RuntimeEnvironment
  ) throws(OAuthError) {
    let now = environment.now()
    try self.init(
      issuer: issuer, subject: subject, sessionID: sessionID, id: environment.token(bytes: 16),
      issuedAt: now, expiresAt: now.addingTimeInterval(lifetime))
  }

  init(
    issuer: Issuer, subject: String?, sessionID: String?, id: String, issuedAt: Date,
    expiresAt: Date
  ) throws(OAuthError) {
    // "A Logout Token MUST contain either a sub or a sid Claim, and MAY contain both."
    guard subject != nil || sessionID != nil else {
      throw .misused("subject", "The token names neither a user nor a session.")
    }
    self.issuer = issuer
    self.subject = subject
    self.sessionID = sessionID
    self.id = id
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
  }

  /// The claims for one client, to be signed with the header `typ` of ``type``.
  ///
  /// - Parameter clientID: The `client_id` of the client that is notified; it becomes `aud`.
  public func claims(for clientID: String) -> JSONObject {
    var claims: JSONObject = ["iss": .string(issuer.text), "aud": .string(clientID)]
    claims["sub"] = subject.map(JSONValue.string)
    claims["sid"] = sessionID.map(JSONValue.string)
    claims["iat"] = .number(JSONNumber(Int(issuedAt.timeIntervalSince1970)))
    claims["exp"] = .number(JSONNumber(Int(expiresAt.timeIntervalSince1970)))
    claims["jti"] = .string(id)
    claims["events"] = [Self.event: [:]]
    return claims
  }

  /// The value of the header `typ`.
  public static let type = "logout+jwt"
  /// The member of the claim `events` that marks a logout token.
  public static let event = "http://schemas.openid.net/event/backchannel-logout"
}
