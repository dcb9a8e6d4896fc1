// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

/// The credentials of one instance of an app: an attestation of the app's vendor, and a key of the
/// instance.
///
/// The vendor's backend attests the instance's key, for days or weeks; the instance signs a proof for each
/// request.
/// [OAuth 2.0 Attestation-Based Client Authentication](https://datatracker.ietf.org/doc/draft-ietf-oauth-attestation-based-client-auth/),
/// a draft.
public struct ClientAttestation: Sendable {
  /// The attestation: a JWT with the client id and the instance's key, signed by the vendor's backend.
  public let attestation: Secret
  /// The instance's private key.
  public let key: SigningKey
  /// The issuer at whose endpoints the client authenticates.
  public let issuer: Issuer
  /// The newest challenge of the issuer, which each proof repeats; nil where the issuer uses none.
  public var challenge: String?

  /// Creates the credentials of one instance.
  ///
  /// - Parameters:
  ///   - attestation: The attestation, a JWT from the vendor's backend.
  ///   - key: The instance's private key, which the attestation names.
  ///   - issuer: The issuer at whose endpoints the client authenticates.
  ///   - challenge: The newest challenge of the issuer; nil where the issuer uses none.
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

  /// Adds the attestation and a new proof to a request.
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
