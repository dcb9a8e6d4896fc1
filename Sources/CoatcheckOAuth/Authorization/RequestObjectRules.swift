// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules of a server for the request objects of its clients.
///
/// [RFC 9101 §6](https://www.rfc-editor.org/rfc/rfc9101#section-6).
public struct RequestObjectRules: Sendable {
  /// Which claims a request object must have besides the parameters of the request.
  public enum Completeness: Sendable, Hashable {
    /// `iss`, `aud` and `exp` are required.
    case whole
    /// They may be absent, as
    /// [OpenID Connect Core §6.1](https://openid.net/specs/openid-connect-core-1_0.html#RequestObject)
    /// permits, and are checked if present. The text says why the server accepts that.
    case partial(because: String)
  }

  /// The maximum time from now until `exp`, and since `nbf` and `iat`, in seconds.
  public static let maximumLifetime: TimeInterval = 3600

  /// The issuer that the object must name in its claim `aud`.
  public let issuer: Issuer
  /// The accepted signature algorithms.
  public let algorithms: Set<SignatureAlgorithm>
  /// Which claims an object must have.
  public let completeness: Completeness
  /// The maximum difference of the clocks, in seconds.
  public let leeway: TimeInterval
  /// The wall-clock time of the check.
  public let now: Date

  /// Creates the rules for one request object.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that the object must name in its claim `aud`.
  ///   - algorithms: The accepted signature algorithms, preferably only the one that the client is
  ///     registered for.
  ///   - completeness: Which claims an object must have.
  ///   - leeway: The maximum difference of the clocks, in seconds.
  ///   - now: The wall-clock time of the check.
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

  /// The claims that describe the JWT and are not parameters of the request.
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
