// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// How a client signs its authorization requests: their parameters become the claims of a JWT, the request
/// object, which cannot be changed on the way through the browser.
///
/// ```swift
/// var profile = SecurityProfile.standard
/// profile.requestSigning = RequestObject(signedBy: key)
/// ```
///
/// [RFC 9101](https://www.rfc-editor.org/rfc/rfc9101).
public struct RequestObject: Sendable {
  /// The lifetime of a request object, in seconds.
  public static let lifetime: TimeInterval = 300

  /// The client's private key, of the algorithm that is registered as `request_object_signing_alg`.
  public let key: SigningKey
  /// How request objects are encrypted for the issuer; nil leaves them signed only.
  public var encryption: RequestEncryption?

  /// Creates the description of how requests are signed.
  ///
  /// - Parameters:
  ///   - key: The client's private key, of the algorithm that is registered as
  ///     `request_object_signing_alg`.
  ///   - encryption: How request objects are encrypted for the issuer; nil leaves them signed only.
  public init(signedBy key: SigningKey, encryption: RequestEncryption? = nil) {
    self.key = key
    self.encryption = encryption
  }

  static let type = "oauth-authz-req+jwt"

  /// Makes the signed request object of a request, and encrypts it if that is configured.
  ///
  /// - Parameters:
  ///   - request: The authorization request.
  ///   - issuer: The issuer: the claim `aud`.
  ///   - environment: The clock and the random generator.
  /// - Throws: `misused` when the key cannot sign it, or it would be too long.
  func signed(
    _ request: AuthorizationRequest, for issuer: Issuer, in environment: RuntimeEnvironment
  ) throws(OAuthError) -> Secret {
    guard let now = Int(exactly: environment.now().timeIntervalSince1970.rounded(.down)) else {
      throw .misused("environment", "The clock shows no time.")
    }
    var claims: JSONObject = [
      // RFC 9101 §4: "the Request Object SHOULD contain the Claims iss (issuer) and aud (audience) as
      // members with their semantics being the same as defined in the JWT specification. The value of aud
      // should be the value of the authorization server (AS) issuer".
      "iss": .string(request.clientID), "aud": .string(issuer.text),
      "iat": .number(JSONNumber(now)), "nbf": .number(JSONNumber(now)),
      "exp": .number(JSONNumber(now + Int(Self.lifetime))), "jti": .string(environment.token()),
    ]
    for (name, value) in Self.members(of: request) { claims[name] = value }
    let object: String
    do {
      // RFC 9101 §10.8: no `sub`, so that it is not accepted as a client assertion.
      object = try key.sign(claims, type: Self.type)
    } catch {
      throw .misused("profile", "The request cannot be signed: \(error.reason).")
    }
    return Secret(try encryption?.envelope(around: object) ?? object)
  }

  /// The parameters as members: "Parameter names and string values MUST be included as JSON strings.
  /// […] Numerical values MUST be included as JSON numbers."
  private static func members(of request: AuthorizationRequest) -> JSONObject {
    var members = JSONObject()
    for (name, value) in request.openParameters.pairs { members[name] = .string(value) }
    members["max_age"] = request.maxAge.map { .number(JSONNumber($0)) }
    members["claims"] = request.claims.json.map(JSONValue.object)
    members["authorization_details"] = AuthorizationDetail.value(request.details)
    if request.resources.count > 1 {
      members["resource"] = .array(request.resources.map(JSONValue.string))
    }
    return members
  }
}
