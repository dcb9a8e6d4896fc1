// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What a server holds the assertions of its clients against.
///
/// Specification: [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3).
public struct ClientAssertionRules: Sendable {
  /// What an assertion may name as its audience.
  public enum Audiences: Sendable, Hashable {
    /// The issuer, as a single text.
    case issuerOnly
    /// These endpoints of the issuer as well, and an array that holds one of them alone: for clients made
    /// before it was known what goes wrong with that.
    case alsoEndpoints([Endpoint], because: String)
  }

  /// The longest lifetime, in seconds.
  public static let maximumLifetime: TimeInterval = 3600

  /// The server.
  public let issuer: Issuer
  /// The algorithms that are accepted; the one that the client is registered for.
  public let algorithms: Set<SignatureAlgorithm>
  /// What an assertion may name as its audience.
  public let audiences: Audiences
  /// How far the clocks may differ, in seconds.
  public let leeway: TimeInterval
  /// The time.
  public let now: Date

  /// The rules for one assertion.
  ///
  /// - Parameters:
  ///   - issuer: The server.
  ///   - algorithms: The algorithms that are accepted; best the one that the client is registered for.
  ///   - audiences: What it may name as its audience.
  ///   - leeway: How far the clocks may differ, in seconds.
  ///   - now: The time.
  public init(
    issuer: Issuer, algorithms: Set<SignatureAlgorithm>, audiences: Audiences = .issuerOnly,
    leeway: TimeInterval = 60, now: Date
  ) {
    self.issuer = issuer
    self.algorithms = algorithms
    self.audiences = audiences
    self.leeway = leeway
    self.now = now
  }

  /// Holds the claims of a verified assertion against every rule.
  func check(
    header type: String?, _ claims: JSONObject, of clientID: String
  ) throws(OAuthError) -> ClientAssertion.Accepted {
    try checkType(type)
    // "The JWT MUST contain an "iss" (issuer) claim" and for client authentication "the subject MUST be
    // the "client_id" of the OAuth client", who is the issuer as well.
    guard claims["sub"]?.stringValue?.isExactly(clientID) == true,
      claims["iss"]?.stringValue?.isExactly(clientID) == true
    else { throw Self.refusal("iss", "The assertion isn't made by the client that it names.") }
    try checkAudience(claims["aud"])
    let end = try checkTimes(claims)
    guard let id = claims["jti"]?.stringValue, (1...256).contains(id.utf8.count) else {
      throw Self.refusal("jti", "The assertion has no name of its own, of 1 to 256 characters.")
    }
    return ClientAssertion.Accepted(
      clientID: clientID, id: id, expiresAt: end, end: end.addingTimeInterval(leeway))
  }

  private func checkType(_ type: String?) throws(OAuthError) {
    // RFC 8725 §3.11: one kind of JWT must not be taken for another.
    let known = ClientAssertion.Typing.allCases.map(\.rawValue)
    guard let type, !known.contains(where: { MediaTypeName.isSame(type, $0) }) else { return }
    throw Self.refusal("typ", "The token is another kind of JWT than a client assertion.")
  }

  private func checkAudience(_ value: JSONValue?) throws(OAuthError) {
    // "The JWT MUST contain an "aud" (audience) claim containing a value that identifies the
    // authorization server as an intended audience." The draft after it: "the sole value".
    var names = [issuer.text]
    var value = value
    if case .alsoEndpoints(let endpoints, _) = audiences {
      names += endpoints.map(\.text)
      if case .array(let values) = value, values.count == 1 { value = values[0] }
    }
    guard case .string(let audience) = value, names.contains(where: { $0.isExactly(audience) })
    else {
      throw Self.refusal("aud", "The assertion isn't for this server alone.")
    }
  }

  /// When it ends.
  private func checkTimes(_ claims: JSONObject) throws(OAuthError) -> Date {
    // "The JWT MUST contain an "exp" (expiration time) claim that limits the time window during which
    // the JWT can be used."
    guard let end = try Self.date("exp", in: claims) else {
      throw Self.refusal("exp", "The assertion doesn't say when it ends.")
    }
    guard now < end.addingTimeInterval(leeway) else {
      throw Self.refusal("exp", "The assertion has expired.")
    }
    // "The authorization server may reject JWTs with an "exp" claim value that is unreasonably far in
    // the future."
    guard end <= now.addingTimeInterval(Self.maximumLifetime + leeway) else {
      throw Self.refusal("exp", "The assertion lasts longer than an hour.")
    }
    if let start = try Self.date("nbf", in: claims), start > now.addingTimeInterval(leeway) {
      throw Self.refusal("nbf", "The assertion doesn't count yet.")
    }
    if let made = try Self.date("iat", in: claims) {
      guard made <= now.addingTimeInterval(leeway) else {
        throw Self.refusal("iat", "The assertion was made in the future.")
      }
      guard end.timeIntervalSince(made) <= Self.maximumLifetime else {
        throw Self.refusal("exp", "The assertion lasts longer than an hour.")
      }
    }
    return end
  }

  private static func date(_ name: String, in claims: JSONObject) throws(OAuthError) -> Date? {
    try NumericDate.read(
      name, in: claims,
      orThrow: refusal(name, "A time in the assertion isn't a usable number."))
  }

  static func refusal(_ parameter: String, _ reason: String) -> OAuthError {
    .refused(.invalidClient, reason, parameter: parameter)
  }
}
