// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What a server holds attestations and their proofs against.
///
/// Specification: [OAuth 2.0 Attestation-Based Client Authentication §8](https://datatracker.ietf.org/doc/draft-ietf-oauth-attestation-based-client-auth/).
public struct ClientAttestationRules: Sendable {
  /// How old a proof may be, in seconds.
  public static let maximumAge: TimeInterval = 60

  /// The server.
  public let issuer: Issuer
  /// The algorithms that are accepted.
  public let algorithms: Set<SignatureAlgorithm>
  /// The challenges that are still good; nil where no challenge is wanted.
  public let challenges: Set<String>?
  /// How far the clocks may differ, in seconds.
  public let leeway: TimeInterval
  /// The time.
  public let now: Date

  /// The rules for one request.
  ///
  /// - Parameters:
  ///   - issuer: The server.
  ///   - algorithms: The algorithms that are accepted.
  ///   - challenges: The challenges that are still good; nil where no challenge is wanted.
  ///   - leeway: How far the clocks may differ, in seconds.
  ///   - now: The time.
  public init(
    issuer: Issuer, algorithms: Set<SignatureAlgorithm> = [.es256, .edDSA],
    challenges: Set<String>? = nil, leeway: TimeInterval = 30, now: Date
  ) {
    self.issuer = issuer
    self.algorithms = algorithms
    self.challenges = challenges
    self.leeway = leeway
    self.now = now
  }

  /// The instance's key, if the attestation counts now.
  func key(in attestation: VerifiedJWT) throws(OAuthError) -> JWK {
    // §5.1: "typ: REQUIRED. The JWT type MUST be oauth-client-attestation+jwt."
    guard attestation.header.hasType(ClientAttestation.type) else {
      throw Self.refusal("The attestation is another kind of JWT.")
    }
    let claims = attestation.claims
    guard let end = try date("exp", in: claims), now < end.addingTimeInterval(leeway) else {
      throw Self.refusal("The attestation has expired, or doesn't say when it ends.")
    }
    for name in ["nbf", "iat"] {
      guard let start = try date(name, in: claims) else { continue }
      guard start <= now.addingTimeInterval(leeway) else {
        throw Self.refusal("The attestation doesn't count yet.")
      }
    }
    // "cnf: REQUIRED. The cnf (confirmation) claim MUST specify a key conforming to RFC7800".
    guard let object = claims["cnf"]?.objectValue?["jwk"]?.objectValue,
      // "The key […] MUST NOT contain a private key."
      object["d"] == nil, let key = try? JWK(parsing: object)
    else { throw Self.refusal("The attestation names no usable key.") }
    return key
  }

  func accepted(
    _ proof: VerifiedJWT, of clientID: String, key: JWK
  ) throws(OAuthError) -> ClientAttestation.Accepted {
    guard proof.header.hasType(ClientAttestation.proofType) else {
      throw Self.refusal("The proof is another kind of JWT.")
    }
    let claims = proof.claims
    if let maker = claims["iss"], maker.stringValue?.isExactly(clientID) != true {
      throw Self.refusal("The proof is another client's.")
    }
    guard claims["aud"]?.stringValue?.isExactly(issuer.text) == true else {
      throw Self.refusal("The proof isn't for this server alone.")
    }
    guard let made = try date("iat", in: claims),
      abs(made.timeIntervalSince(now)) <= Self.maximumAge + leeway
    else { throw Self.refusal("The proof is too old, or doesn't say when it was made.") }
    guard let id = claims["jti"]?.stringValue, (1...256).contains(id.utf8.count) else {
      throw Self.refusal("The proof has no name of its own.")
    }
    if let challenges {
      guard let challenge = claims["challenge"]?.stringValue, challenges.contains(challenge) else {
        throw .refused(.useAttestationChallenge, "The proof lacks a fresh challenge.")
      }
    }
    return ClientAttestation.Accepted(
      clientID: clientID, thumbprint: key.thumbprint, id: id,
      end: made.addingTimeInterval(Self.maximumAge + leeway * 2))
  }

  private func date(_ name: String, in claims: JSONObject) throws(OAuthError) -> Date? {
    try NumericDate.read(
      name, in: claims,
      orThrow: Self.refusal("A time in the attestation or its proof isn't a usable number."))
  }

  static func refusal(_ reason: String) -> OAuthError {
    .refused(.invalidClientAttestation, reason)
  }
}
