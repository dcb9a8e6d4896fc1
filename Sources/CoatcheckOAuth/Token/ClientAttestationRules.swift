// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// The rules of a server for client attestations and their proofs.
///
/// [OAuth 2.0 Attestation-Based Client Authentication §8](https://datatracker.ietf.org/doc/draft-ietf-oauth-attestation-based-client-auth/).
public struct ClientAttestationRules: Sendable {
  /// The maximum age of a proof, in seconds.
  public static let maximumAge: TimeInterval = 60

  /// The issuer that the proof must name as its audience.
  public let issuer: Issuer
  /// The accepted signature algorithms of attestation and proof.
  public let algorithms: Set<SignatureAlgorithm>
  /// The challenges that are still valid; nil when proofs need none.
  public let challenges: Set<String>?
  /// The maximum difference of the clocks, in seconds.
  public let leeway: TimeInterval
  /// The wall-clock time of the check.
  public let now: Date

  /// Creates the rules for one request.
  ///
  /// - Parameters:
  ///   - issuer: The issuer that the proof must name as its audience.
  ///   - algorithms: The accepted signature algorithms of attestation and proof.
  ///   - challenges: The challenges that are still valid; nil when proofs need none.
  ///   - leeway: The maximum difference of the clocks, in seconds.
  ///   - now: The wall-clock time of the check.
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

  /// Checks the attestation, and returns the key of the client instance.
  func key(in attestation: VerifiedJWT) throws(OAuthError) -> JWK {
    let checks = checks(attestation.claims, "The attestation")
    // §5.1: "typ: REQUIRED. The JWT type MUST be oauth-client-attestation+jwt."
    try checks.checkType(attestation.header.hasType(ClientAttestation.type))
    try checks.checkExpiry()
    try checks.checkStart("nbf")
    try checks.checkStart("iat")
    // "cnf: REQUIRED. The cnf (confirmation) claim MUST specify a key conforming to RFC7800".
    guard let object = checks.claims["cnf"]?.objectValue?["jwk"]?.objectValue,
      // "The key […] MUST NOT contain a private key."
      object["d"] == nil, let key = try? JWK(parsing: object)
    else { throw Self.refusal("The attestation names no usable key.") }
    return key
  }

  func accepted(
    _ proof: VerifiedJWT, of clientID: String, key: JWK
  ) throws(OAuthError) -> ClientAttestation.Accepted {
    let checks = checks(proof.claims, "The proof")
    try checks.checkType(proof.header.hasType(ClientAttestation.proofType))
    let claims = proof.claims
    if claims["iss"] != nil { try checks.checkIssuer(clientID) }
    guard claims["aud"]?.stringValue?.isExactly(issuer.text) == true else {
      throw Self.refusal("The proof is not for this server alone.")
    }
    let issued = try checks.requiredDate("iat")
    guard abs(issued.timeIntervalSince(now)) <= Self.maximumAge + leeway else {
      throw Self.refusal("The proof is older than a minute, or from the future.")
    }
    let id = try checks.identifier()
    if let challenges {
      guard let challenge = claims["challenge"]?.stringValue, challenges.contains(challenge) else {
        throw .refused(.useAttestationChallenge, "The proof lacks a fresh challenge.")
      }
    }
    return ClientAttestation.Accepted(
      clientID: clientID, thumbprint: key.thumbprint, id: id,
      end: issued.addingTimeInterval(Self.maximumAge + leeway * 2))
  }

  private func checks(_ claims: JSONObject, _ kind: String) -> JWTChecks {
    JWTChecks(claims: claims, kind: kind, now: now, leeway: leeway) { Self.refusal($1) }
  }

  static func refusal(_ reason: String) -> OAuthError {
    .refused(.invalidClientAttestation, reason)
  }
}
