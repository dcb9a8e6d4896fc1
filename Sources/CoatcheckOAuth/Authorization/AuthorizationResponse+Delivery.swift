// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

extension AuthorizationResponse {
  /// How an answer gets through the browser.
  public enum Delivery: Sendable {
    /// By a redirect: the value of the `Location` field.
    case redirect(String)
    /// By a form that the browser posts there.
    ///
    /// [Form Post](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html).
    case form(action: String, Parameters)
  }

  /// Who signs an answer, and for whom.
  public struct Signer: Sendable {
    /// The issuer's key, of the algorithm that the client is registered for.
    public let key: SigningKey
    /// The client.
    public let clientID: String
    /// The time.
    public let now: Date

    /// A signature of an issuer.
    ///
    /// - Parameters:
    ///   - key: The issuer's key.
    ///   - clientID: The client.
    ///   - now: The time.
    public init(key: SigningKey, clientID: String, now: Date) {
      self.key = key
      self.clientID = clientID
      self.now = now
    }
  }

  /// How long a signed answer counts, in seconds: "A maximum JWT lifetime of 10 minutes is RECOMMENDED" (JARM
  /// §2.1).
  public static let lifetime: TimeInterval = 600

  /// The answer in any response mode.
  ///
  /// - Parameters:
  ///   - redirectURI: The redirect URI, already compared with the registered ones.
  ///   - mode: The response mode of the request.
  ///   - state: The request's state, unchanged.
  ///   - issuer: Who answers; it goes into every answer.
  ///   - signer: Who signs it; needed for the modes with a JWT.
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

  /// JARM §2.1: "iss", "aud" and "exp" are REQUIRED, and besides "the JWT contains the response parameters".
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
