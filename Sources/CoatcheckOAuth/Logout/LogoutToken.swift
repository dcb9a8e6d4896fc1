// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// An issuer's word, sent from server to server, that a session is over.
///
/// [OpenID Connect Back-Channel Logout 1.0 §2.4](https://openid.net/specs/openid-connect-backchannel-1_0.html#LogoutToken).
public struct LogoutToken: Sendable, Hashable {
  /// `iss`: who says it.
  public let issuer: Issuer
  /// `sub`: whose sessions are over; nil where only the one of ``sessionID`` is.
  public let subject: String?
  /// `sid`: which session is over; nil for all of the subject's.
  public let sessionID: String?
  /// `jti`: the token's own id.
  public let id: String
  /// `iat`: when it was made.
  public let issuedAt: Date
  /// `exp`: until when it counts.
  public let expiresAt: Date

  /// A token to be made.
  ///
  /// - Parameters:
  ///   - issuer: Who says it.
  ///   - subject: Whose sessions are over.
  ///   - sessionID: Which one is over; nil for all of the subject's.
  ///   - lifetime: How long it counts, in seconds; two minutes, as the specification recommends at most.
  ///   - environment: The clock, and the randomness for the token's id.
  /// - Throws: `misused` when it names neither a user nor a session.
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

  /// The claims, for the issuer to sign with ``type``.
  ///
  /// - Parameter clientID: The client that is told.
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

  /// The type of such a token.
  public static let type = "logout+jwt"
  /// The event it tells of.
  public static let event = "http://schemas.openid.net/event/backchannel-logout"
}
