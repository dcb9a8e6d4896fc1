// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

/// The credentials of an app instance: an attestation of the vendor, and a key of its own.
///
/// The maker's backend attests the instance's key, for days or weeks; the instance signs a proof for each request.
/// [OAuth 2.0 Attestation-Based Client Authentication](https://datatracker.ietf.org/doc/draft-ietf-oauth-attestation-based-client-auth/),
/// a draft.
public struct ClientAttestation: Sendable {
  /// What the maker's backend signed about this instance: a JWT with the client's id and the instance's key.
  public let attestation: Secret
  /// The instance's key.
  public let key: SigningKey
  /// Whose endpoints the client talks to.
  public let issuer: Issuer
  /// The newest challenge of the issuer, where it wants one in each proof.
  public var challenge: String?

  /// A proof of one instance.
  ///
  /// - Parameters:
  ///   - attestation: What the maker's backend signed.
  ///   - key: The instance's key.
  ///   - issuer: Whose endpoints the client talks to.
  ///   - challenge: The newest challenge of the issuer, where it wants one.
  public init(
    _ attestation: Secret, key: SigningKey, for issuer: Issuer, challenge: String? = nil
  ) {
    self.attestation = attestation
    self.key = key
    self.issuer = issuer
    self.challenge = challenge
  }

  static let type = "oauth-client-attestation+jwt"
  static let proofType = "oauth-client-attestation-pop+jwt"
  static let field = "OAuth-Client-Attestation"
  static let proofField = "OAuth-Client-Attestation-PoP"

  /// Puts the attestation and a fresh proof on a request.
  func prove(
    _ head: inout HTTPRequest, as clientID: String, in environment: RuntimeEnvironment
  ) throws(OAuthError) {
    guard let name = HTTPField.Name(Self.field), let proofName = HTTPField.Name(Self.proofField),
      attestation.reveal().isVisibleASCII
    else {
      throw .misused("attestation", "The attestation is empty or holds forbidden characters.")
    }
    guard let now = Int(exactly: environment.now().timeIntervalSince1970.rounded(.down)) else {
      throw .misused("environment", "The clock shows no time.")
    }
    var claims: JSONObject = [
      "iss": .string(clientID),
      // §5.2: "aud: REQUIRED. […] the Client Attestation PoP JWT […] The RFC8414 issuer identifier URL of the
      // authorization server MUST be used."
      "aud": .string(issuer.text), "jti": .string(environment.token()),
      "iat": .number(JSONNumber(now)),
    ]
    claims["challenge"] = challenge.map(JSONValue.string)
    do {
      head.headerFields[proofName] = try key.sign(claims, type: Self.proofType)
    } catch {
      throw .misused("client", "The instance's key cannot sign: \(error.reason).")
    }
    head.headerFields[name] = attestation.reveal()
  }
}
