// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

extension AuthorizationResponse {
  /// How the user agent is made to send an authorization response to the client.
  public enum Delivery: Sendable {
    /// With a redirect: the value of the `Location` field.
    case redirect(String)
    /// With a form that the user agent posts to the redirect URI, the `action`.
    ///
    /// [OAuth 2.0 Form Post Response Mode](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html).
    case form(action: String, Parameters)
  }

  /// What signs an authorization response: the issuer's key, and the claims that depend on the request.
  public struct Signer: Sendable {
    /// The issuer's private key, of the algorithm that the client is registered for
    /// (`authorization_signed_response_alg`).
    public let key: SigningKey
    /// The client that the response is for: the claim `aud`.
    public let clientID: String
    /// The wall-clock time. The JWT expires ``AuthorizationResponse/lifetime`` seconds later.
    public let now: Date

    /// Creates a signer for one authorization response.
    ///
    /// - Parameters:
    ///   - key: The issuer's private key, of the algorithm that the client is registered for.
    ///   - clientID: The client that the response is for: the claim `aud`.
    ///   - now: The wall-clock time.
    public init(key: SigningKey, clientID: String, now: Date) {
      self.key = key
      self.clientID = clientID
      self.now = now
    }
  }

  /// The lifetime of a signed response, in seconds: "A maximum JWT lifetime of 10 minutes is RECOMMENDED"
  /// ([JARM §2.1](https://openid.net/specs/oauth-v2-jarm.html)).
  public static let lifetime: TimeInterval = 600

  /// The authorization response in any response mode.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI, already compared with the registered ones.
  ///   - mode: The response mode of the request.
  ///   - state: The request's `state`, unchanged; nil when it has none.
  ///   - issuer: The issuer that responds; every response names it as `iss`.
  ///   - signer: What signs the response; required for the modes with a JWT, and otherwise not used.
  /// - Throws: `misused` naming `signer` when it is missing or cannot sign.
  public func delivery(
    to redirectURI: String, mode: ResponseMode, state: String?, issuer: Issuer,
    signer: Signer? = nil
  ) throws(OAuthError) -> Delivery {
    var parameters = parameters(state: state, issuer: issuer)
    if mode.isJWT {
      // JARM §2.3: "response: the JWT".
      parameters = ["response": try Self.jwt(of: parameters, signer).reveal()]
    }
    switch mode.place {
    case .query: return .redirect(Self.joined(redirectURI, parameters))
    case .fragment: return .redirect(redirectURI + "#" + parameters.encoded)
    case .form: return .form(action: redirectURI, parameters)
    }
  }

  /// Signs the response parameters in a JWT. JARM §2.1 requires the claims "iss", "aud" and "exp", and "the
  /// JWT contains the response parameters".
  private static func jwt(
    of parameters: Parameters, _ signer: Signer?
  ) throws(OAuthError) -> Secret {
    guard let signer,
      let end = Int(exactly: (signer.now.timeIntervalSince1970 + lifetime).rounded(.down))
    else { throw .misused("signer", "The response has no signer.") }
    var claims = JSONObject()
    for (name, value) in parameters.pairs { claims[name] = .string(value) }
    claims["aud"] = .string(signer.clientID)
    claims["exp"] = .number(JSONNumber(end))
    do {
      return Secret(try signer.key.sign(claims, type: "JWT"))
    } catch {
      throw .misused("signer", "The key cannot sign the answer: \(error.reason).")
    }
  }
}
