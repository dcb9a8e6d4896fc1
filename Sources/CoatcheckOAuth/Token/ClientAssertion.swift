// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What a client signs instead of sending a secret: whom the assertion is for, and how it is written.
///
/// ```swift
/// let identity = ClientIdentity(
///   id: "web", authentication: .privateKeyJWT(key, ClientAssertion(for: metadata.issuer)))
/// ```
///
/// Every request gets an assertion of its own, so that none can be replayed.
/// [RFC 7523 §2.2](https://www.rfc-editor.org/rfc/rfc7523#section-2.2),
/// [OIDC Core §9](https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication).
public struct ClientAssertion: Sendable, Hashable {
  /// Whom an assertion is for.
  public enum Audience: Sendable, Hashable {
    /// The issuer, by its identifier and nothing else.
    case issuer(Issuer)
    /// The token endpoint, for servers that know nothing else. An attacker's server can then name it as its
    /// own, and use what it gets there.
    case tokenEndpoint(Endpoint, because: String)
  }

  /// What the header says the assertion is.
  public enum Typing: String, Sendable, Hashable, CaseIterable {
    /// Any JWT, as RFC 7523 has it.
    case plain = "JWT"
    /// Client authentication and nothing else, as the draft after RFC 7523 has it.
    case explicit = "client-authentication+jwt"
  }

  /// How long an assertion counts, in seconds.
  public static let lifetime: TimeInterval = 60

  /// Whom it is for.
  public let audience: Audience
  /// What the header says it is.
  public var typing = Typing.plain
  /// What a client secret authenticates it by; a key has its own algorithm.
  public var macAlgorithm = MACAlgorithm.hs256

  /// Assertions for an issuer.
  ///
  /// - Parameter issuer: Whose endpoints the client talks to.
  public init(for issuer: Issuer) {
    audience = .issuer(issuer)
  }

  /// Assertions for another audience than an issuer.
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
  ///   - environment: The time, and 256 random bits that make it usable once.
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

  /// An assertion signed by the client's own key.
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

  /// An assertion authenticated by the client's secret.
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
