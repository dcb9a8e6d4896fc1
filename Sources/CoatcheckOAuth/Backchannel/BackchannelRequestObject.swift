// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// Signed backchannel authentication requests: JWTs with the parameters as claims.
///
/// [OpenID Connect CIBA Core 1.0
/// §7.1.1](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#signed_auth_request).
enum BackchannelRequestObject {
  /// How long a signed request is valid, in seconds.
  static let lifetime: TimeInterval = 60

  /// Signs the parameters of a request. "the Authentication Request parameters are […] claims of the JWT",
  /// here all as strings.
  static func signed(
    _ form: Parameters, by key: SigningKey, of clientID: String, for issuer: Issuer,
    in environment: RuntimeEnvironment
  ) throws(OAuthError) -> String {
    let now = Int(environment.now().timeIntervalSince1970.rounded(.down))
    // "The JWT MUST contain the following claims": aud, iss, exp, iat, nbf and jti.
    var claims: JSONObject = [
      "iss": .string(clientID), "aud": .string(issuer.text), "iat": .number(JSONNumber(now)),
      "nbf": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + Int(lifetime))),
      "jti": .string(environment.token(bytes: 16)),
    ]
    for name in Set(form.names) where name != "resource" {
      claims[name] = form[name].map(JSONValue.string)
    }
    let resources = form.values(of: "resource")
    if !resources.isEmpty { claims["resource"] = .array(resources.map(JSONValue.string)) }
    do throws(JOSEError) {
      return try key.sign(claims)
    } catch {
      throw .misused("request", "The request cannot be signed.")
    }
  }
}

extension BackchannelAuthenticationRequest {
  /// Reads a signed backchannel authentication request, after its signature was verified with the client's
  /// key.
  ///
  /// - Parameters:
  ///   - token: The verified JWT.
  ///   - clientID: The `client_id` of the authenticated client, which must be the JWT's `iss`.
  ///   - issuer: The issuer of this authorization server, which must be among the JWT's audiences.
  ///   - now: The current time of the wall clock.
  ///   - leeway: The maximum difference of the clocks, in seconds.
  /// - Throws: `refused`: ``OAuthError/Code/invalidRequest`` naming `request` when the JWT is from another
  ///   client, for another audience, has no `jti`, lacks `iat`, `nbf` or `exp`, is not valid now or is
  ///   valid for more than an hour; else the errors of a request that is not signed.
  public init(
    _ token: VerifiedJWT, from clientID: String, at issuer: Issuer, now: Date,
    leeway: TimeInterval = 30
  ) throws(OAuthError) {
    let claims = token.claims
    guard claims["iss"]?.stringValue?.isExactly(clientID) == true,
      Audience.of(claims, includes: issuer.text),
      claims["jti"]?.stringValue?.isEmpty == false
    else {
      throw Self.invalid("The signed request is from another issuer, or for another audience.")
    }
    let issued = try Self.date("iat", in: claims)
    let start = try Self.date("nbf", in: claims)
    let end = try Self.date("exp", in: claims)
    let horizon = now.addingTimeInterval(leeway)
    guard let issued, let start, let end,
      issued <= horizon, start <= horizon, now < end.addingTimeInterval(leeway),
      end.timeIntervalSince(start) <= 3600
    else { throw Self.invalid("The signed request does not count now.") }
    var form = Parameters()
    for (name, value) in claims where Self.parameterNames.contains(name) {
      if name == "resource", let list = value.arrayValue {
        form.append(list.compactMap(\.stringValue), to: name)
      } else if name == "requested_expiry", let seconds = value.intValue {
        // "requested_expiry […] can be a JSON string or a JSON number".
        form[name] = String(seconds)
      } else {
        guard let text = value.stringValue else {
          throw Self.invalid("A parameter of the signed request is no text.")
        }
        form[name] = text
      }
    }
    try self.init(form: form)
  }

  private static func date(_ name: String, in claims: JSONObject) throws(OAuthError) -> Date? {
    try NumericDate.read(
      name, in: claims, orThrow: invalid("A time in the signed request is not a usable number."))
  }

  private static func invalid(_ reason: String) -> OAuthError {
    .refused(.invalidRequest, reason, parameter: "request")
  }
}
