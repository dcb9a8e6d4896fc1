// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules of a server for the request objects of its clients.
///
/// [RFC 9101 §6](https://www.rfc-editor.org/rfc/rfc9101#section-6).
public struct RequestObjectRules: Sendable {
  /// What an object has to say about itself.
  public enum Completeness: Sendable, Hashable {
    /// Who made it, for whom, and until when it counts.
    case whole
    /// What it says must be right, but it may leave things out, as OpenID Connect Core §6.1 lets it.
    case partial(because: String)
  }

  /// The longest lifetime, in seconds.
  public static let maximumLifetime: TimeInterval = 3600

  /// The server.
  public let issuer: Issuer
  /// The algorithms that are accepted; the one that the client is registered for.
  public let algorithms: Set<SignatureAlgorithm>
  /// What an object has to say about itself.
  public let completeness: Completeness
  /// How far the clocks may differ, in seconds.
  public let leeway: TimeInterval
  /// The time.
  public let now: Date

  /// The rules for one object.
  ///
  /// - Parameters:
  ///   - issuer: The server.
  ///   - algorithms: The algorithms that are accepted; best the one that the client is registered for.
  ///   - completeness: What an object has to say about itself.
  ///   - leeway: How far the clocks may differ, in seconds.
  ///   - now: The time.
  public init(
    issuer: Issuer, algorithms: Set<SignatureAlgorithm>, completeness: Completeness = .whole,
    leeway: TimeInterval = 30, now: Date
  ) {
    self.issuer = issuer
    self.algorithms = algorithms
    self.completeness = completeness
    self.leeway = leeway
    self.now = now
  }

  func parameters(of token: VerifiedJWT, from clientID: String) throws(OAuthError) -> Parameters {
    let checks = JWTChecks(
      claims: token.claims, kind: "It", now: now, leeway: leeway, error: Self.refusal)
    try checks.checkType(
      token.header.type == nil || token.header.hasType("JWT")
        || token.header.hasType(RequestObject.type))
    try checkParties(checks, clientID)
    try checkTimes(checks)
    return try Self.parameters(in: token.claims)
  }

  private var isWhole: Bool { completeness == .whole }

  private func checkParties(_ checks: JWTChecks, _ clientID: String) throws(OAuthError) {
    let claims = checks.claims
    // RFC 9101 §6.3: "The client ID values in the client_id request parameter and in the Request Object
    // client_id claim MUST be identical."
    guard claims["client_id"]?.stringValue?.isExactly(clientID) == true else {
      throw Self.refusal("client_id", "It is another client's.")
    }
    if isWhole || claims["iss"] != nil { try checks.checkIssuer(clientID) }
    if isWhole || claims["aud"] != nil { try checks.checkAudience(issuer.text) }
  }

  private func checkTimes(_ checks: JWTChecks) throws(OAuthError) {
    if isWhole || checks.claims["exp"] != nil {
      try checks.checkExpiry(within: Self.maximumLifetime)
    }
    for name in ["nbf", "iat"] {
      guard let start = try checks.checkStart(name) else { continue }
      // FAPI 2.0 Message Signing §5.3.1: "shall require the request object to contain an nbf claim that is
      // no longer than 60 minutes in the past".
      guard start >= now.addingTimeInterval(-Self.maximumLifetime - leeway) else {
        throw Self.refusal(name, "It was issued more than an hour ago.")
      }
    }
  }

  /// What a JWT says about itself, and is not part of the request.
  private static let own: Set<String> = ["iss", "aud", "exp", "nbf", "iat", "jti", "sub"]

  private static func parameters(in claims: JSONObject) throws(OAuthError) -> Parameters {
    // RFC 9101 §4: "request and request_uri parameters MUST NOT be included in Request Objects."
    for name in ["request", "request_uri"] where claims[name] != nil {
      throw refusal(name, "There is another request object in it.")
    }
    var parameters = Parameters()
    for (name, value) in claims where !own.contains(name) {
      switch value {
      case .string(let text): parameters[name] = text
      case .number(let number): parameters[name] = number.text
      case .array(let values) where AuthorizationRequest.repeatable.contains(name):
        let texts = values.compactMap(\.stringValue)
        guard texts.count == values.count else {
          throw refusal(name, "A list in it holds other than texts.")
        }
        parameters.append(texts, to: name)
      case .array, .object:
        parameters[name] = String(decoding: value.serialized(), as: UTF8.self)
      case .bool, .null:
        throw refusal(name, "A parameter in it is neither a text nor a number.")
      }
    }
    return parameters
  }

  @Sendable
  static func refusal(_ parameter: String, _ reason: String) -> OAuthError {
    .refused(
      .invalidRequestObject, "The request object is not accepted. \(reason)", parameter: parameter)
  }
}
