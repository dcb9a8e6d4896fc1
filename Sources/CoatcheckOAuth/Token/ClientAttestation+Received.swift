// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import HTTPTypes
public import CoatcheckFoundation

extension ClientAttestation {
  /// An attestation and its proof as a server gets them: well formed, and nothing more is known.
  public struct Received: Sendable {
    /// The client that it claims to be: good for finding out whose word counts for it, and nothing else.
    public let clientID: String

    private let attestation: UnverifiedJWT
    private let proof: UnverifiedJWT

    /// Reads the two fields; nil when there is neither.
    ///
    /// - Throws: `refused`, ``OAuthError/Code/invalidClientAttestation``, also when there is one without the other.
    init?(fields: HTTPFields) throws(OAuthError) {
      let (attestations, proofs) = (
        Self.values(ClientAttestation.field, in: fields),
        Self.values(ClientAttestation.proofField, in: fields)
      )
      if attestations.isEmpty, proofs.isEmpty { return nil }
      guard attestations.count == 1, proofs.count == 1 else {
        throw ClientAttestationRules.refusal(
          "There is an attestation without its proof, or more than one.")
      }
      let claims: JSONObject
      do {
        attestation = try UnverifiedJWT(attestations[0])
        proof = try UnverifiedJWT(proofs[0])
        claims = try attestation.unverifiedClaimsForDisplay()
      } catch {
        throw ClientAttestationRules.refusal("The attestation cannot be read: \(error.reason).")
      }
      guard let subject = claims["sub"]?.stringValue, subject.isVSCHAR, subject.utf8.count <= 1024
      else {
        throw ClientAttestationRules.refusal("The attestation names no client.")
      }
      clientID = subject
    }

    private static func values(_ name: String, in fields: HTTPFields) -> [String] {
      HTTPField.Name(name).map { fields[values: $0] } ?? []
    }

    /// Checks both against every rule.
    ///
    /// - Parameters:
    ///   - rules: What they must say.
    ///   - attesters: The keys of those whose word counts for the client ``clientID``, and no other ones.
    /// - Throws: `refused`: ``OAuthError/Code/invalidClientAttestation``; ``OAuthError/Code/useAttestationChallenge``
    ///   when the proof lacks the challenge.
    public func accepted(
      by rules: ClientAttestationRules, attesters: VerificationKeySet
    ) throws(OAuthError) -> Accepted {
      let verified: VerifiedJWT
      do {
        verified = try attestation.verified(by: attesters, accepting: rules.algorithms)
      } catch {
        throw ClientAttestationRules.refusal("The attestation is refused: \(error.reason).")
      }
      let key = try rules.key(in: verified)
      let proved: VerifiedJWT
      do {
        proved = try proof.verified(by: VerificationKey(key), accepting: rules.algorithms)
      } catch {
        throw ClientAttestationRules.refusal("The proof is refused: \(error.reason).")
      }
      return try rules.accepted(proved, of: clientID, key: key)
    }
  }

  /// An attested instance, whose proof may have been used before.
  public struct Accepted: Sendable, Hashable {
    /// The client.
    public let clientID: String
    /// The thumbprint of the instance's key: refresh tokens are for this instance alone.
    public let thumbprint: String
    /// `jti` of the proof.
    public let id: String
    /// Until when the proof's name must be remembered.
    public let end: Date

    /// What is remembered, so that a proof works once.
    public var replayKey: String { "\(clientID)\n\(thumbprint)\n\(id)" }
  }
}
