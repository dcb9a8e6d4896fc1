// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// How a client makes the assertions that it sends instead of a secret: their audience and their form.
///
/// ```swift
/// let identity = ClientIdentity(
///   id: "web", authentication: .privateKeyJWT(key, ClientAssertion(for: metadata.issuer)))
/// ```
///
/// Each request has an assertion of its own, so that it cannot be replayed.
/// [RFC 7523 §2.2](https://www.rfc-editor.org/rfc/rfc7523#section-2.2),
/// [OIDC Core §9](https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication).
public struct ClientAssertion: Sendable, Hashable {
  /// What an assertion names as its audience, the claim `aud`.
  public enum Audience: Sendable, Hashable {
    /// The issuer identifier and nothing else.
    case issuer(Issuer)
    /// The URL of the token endpoint, for servers that accept nothing else. An attacker's server can name
    /// that endpoint as its own, and use the assertions that it receives. The text says why the client
    /// takes that risk; it must not be empty.
    case tokenEndpoint(Endpoint, because: String)
  }

  /// The header parameter `typ` of an assertion.
  public enum Typing: String, Sendable, Hashable, CaseIterable {
    /// A JWT of any kind, as [RFC 7523](https://www.rfc-editor.org/rfc/rfc7523) has it.
    case plain = "JWT"
    /// A client assertion and nothing else, as the draft after RFC 7523 has it.
    case explicit = "client-authentication+jwt"
  }

  /// The lifetime of an assertion, in seconds.
  public static let lifetime: TimeInterval = 60

  /// What an assertion names as its audience.
  public let audience: Audience
  /// The header parameter `typ`.
  public var typing = Typing.plain
  /// The algorithm with which a client secret authenticates the assertion. A signing key has its own
  /// algorithm.
  public var macAlgorithm = MACAlgorithm.hs256

  /// Creates assertions whose audience is the issuer.
  ///
  /// - Parameter issuer: The issuer at whose endpoints the client authenticates.
  public init(for issuer: Issuer) {
    audience = .issuer(issuer)
  }

  /// Creates assertions with an audience that is not necessarily the issuer.
  public init(for audience: Audience) {
    self.audience = audience
  }

  /// The parameters of RFC 7521 §4.2.
  static let parameter = "client_assertion"
  static let typeParameter = "client_assertion_type"
  static let parameterType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  /// The `aud` claim.
  var audienceText: String {
    switch audience {
    case .issuer(let issuer): issuer.text
    case .tokenEndpoint(let endpoint, _): endpoint.text
    }
  }

  /// The claims of one assertion.
  ///
  /// - Parameters:
  ///   - clientID: The client.
  ///   - environment: The clock, and the random generator for the id.
  func claims(of clientID: String, in environment: RuntimeEnvironment) throws(OAuthError)
    -> JSONObject
  {
    if case .tokenEndpoint(_, let reason) = audience, reason.isEmpty {
      throw .misused("because", "An assertion for another audience than the issuer needs a reason.")
    }
    let seconds = environment.now().timeIntervalSince1970.rounded(.down)
    guard let now = Int(exactly: seconds) else {
      throw .misused("environment", "The clock shows no time.")
    }
    return [
      // OIDC Core §9: "iss REQUIRED. […] This MUST contain the client_id of the OAuth Client. sub
      // REQUIRED. […] This MUST contain the client_id of the OAuth Client."
      "iss": .string(clientID),
      "sub": .string(clientID),
      // FAPI 2.0 §5.3.3: "shall use the authorization server's issuer identifier value […] as the
      // value of the aud claim […] as a string not as an item in an array".
      "aud": .string(audienceText),
      "jti": .string(environment.token()),
      "iat": .number(JSONNumber(now)),
      "exp": .number(JSONNumber(now + Int(Self.lifetime))),
    ]
  }

  /// An assertion that is signed with the client's private key.
  func signed(
    by key: SigningKey, of clientID: String, in environment: RuntimeEnvironment
  ) throws(OAuthError) -> Secret {
    let claims = try claims(of: clientID, in: environment)
    do {
      return Secret(try key.sign(claims, type: typing.rawValue))
    } catch {
      throw .misused("client", "The client's key cannot sign: \(error.reason).")
    }
  }

  /// An assertion that is authenticated with the client secret.
  func signed(
    by secret: Secret, of clientID: String, in environment: RuntimeEnvironment
  ) throws(OAuthError) -> Secret {
    let claims = try claims(of: clientID, in: environment)
    do {
      let key = try MACKey(secret: Array(secret.reveal().utf8), algorithm: macAlgorithm)
      return Secret(try key.sign(claims, type: typing.rawValue))
    } catch {
      throw .misused(
        "client_secret", "The client's secret cannot sign: \(error.reason).")
    }
  }
}
