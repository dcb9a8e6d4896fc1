// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules of a server for the assertions of its clients.
///
/// [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3).
public struct ClientAssertionRules: Sendable {
  /// What an assertion may name as its audience, the claim `aud`.
  public enum Audiences: Sendable, Hashable {
    /// The issuer identifier, as a single string.
    case issuerOnly
    /// Also these endpoints of the issuer, and an array with one element: for older clients. The text says
    /// why the server accepts them.
    case alsoEndpoints([Endpoint], because: String)
  }

  /// The maximum lifetime of an assertion, in seconds.
  public static let maximumLifetime: TimeInterval = 3600

  /// The issuer that the assertion must name as its audience.
  public let issuer: Issuer
  /// The accepted signature algorithms.
  public let algorithms: Set<SignatureAlgorithm>
  /// What an assertion may name as its audience.
  public let audiences: Audiences
  /// The maximum difference of the clocks, in seconds.
  public let leeway: TimeInterval
  /// The wall-clock time of the check.
  public let now: Date

  /// Creates the rules for one assertion.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that the assertion must name as its audience.
  ///   - algorithms: The accepted signature algorithms, preferably only the one that the client is
  ///     registered for.
  ///   - audiences: What the assertion may name as its audience.
  ///   - leeway: The maximum difference of the clocks, in seconds.
  ///   - now: The wall-clock time of the check.
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

  /// Checks all rules for the claims of a verified assertion.
  func check(
    header type: String?, _ claims: JSONObject, of clientID: String
  ) throws(OAuthError) -> ClientAssertion.Accepted {
    let checks = JWTChecks(
      claims: claims, kind: "The assertion", now: now, leeway: leeway, error: Self.refusal)
    let known = ClientAssertion.Typing.allCases.map(\.rawValue)
    try checks.checkType(
      type.map { type in known.contains { MediaTypeName.isSame(type, $0) } } ?? true)
    // "The JWT MUST contain an "iss" (issuer) claim" and for client authentication "the subject MUST be
    // the "client_id" of the OAuth client". The client is also the issuer of the assertion.
    try checks.checkIssuer(clientID)
    guard claims["sub"]?.stringValue?.isExactly(clientID) == true else {
      throw Self.refusal("sub", "The assertion names another client.")
    }
    try checkAudience(claims["aud"])
    let end = try expiry(checks)
    return ClientAssertion.Accepted(
      clientID: clientID, id: try checks.identifier(), expiresAt: end,
      end: end.addingTimeInterval(leeway))
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
      throw Self.refusal("aud", "The assertion is not for this server alone.")
    }
  }

  private func expiry(_ checks: JWTChecks) throws(OAuthError) -> Date {
    // "The JWT MUST contain an "exp" (expiration time) claim that limits the time window during which
    // the JWT can be used." "The authorization server may reject JWTs with an "exp" claim value that is
    // unreasonably far in the future."
    let end = try checks.checkExpiry(within: Self.maximumLifetime)
    try checks.checkStart("nbf")
    if let issued = try checks.checkStart("iat"),
      end.timeIntervalSince(issued) > Self.maximumLifetime
    {
      throw Self.refusal("exp", "The assertion lasts longer than an hour.")
    }
    return end
  }

  @Sendable
  static func refusal(_ parameter: String, _ reason: String) -> OAuthError {
    .refused(.invalidClient, reason, parameter: parameter)
  }
}
