// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
import HTTPTypes
public import CoatcheckFoundation

extension ClientAttestation {
  /// A client attestation and its proof as a server receives them: well formed, but not verified.
  ///
  /// Find the keys of the client's attesters, then call ``accepted(by:attesters:)``.
  public struct Received: Sendable {
    /// The client that the attestation names, its claim `sub`: valid for finding the attesters of that
    /// client, and for nothing else.
    public let clientID: String

    private let attestation: UnverifiedJWT
    private let proof: UnverifiedJWT

    /// Reads the fields for the attestation and its proof; nil when both are absent.
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

    /// Verifies the attestation and the proof, and checks their claims.
    ///
    /// Whether the proof was used before is for the caller to check: store ``Accepted/replayKey`` until
    /// ``Accepted/end``, and refuse a proof whose key is stored already.
    ///
    /// - Parameters:
    ///   - rules: The rules for the claims and algorithms of both.
    ///   - attesters: The keys of the attesters that may vouch for the client ``clientID``, and no other
    ///     ones.
    /// - Throws: `refused`: ``OAuthError/Code/useAttestationChallenge`` when the proof lacks a valid
    ///   challenge, else ``OAuthError/Code/invalidClientAttestation``. The client is not authenticated
    ///   then.
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

  /// A verified instance of a client. Whether its proof was used before is not checked yet.
  public struct Accepted: Sendable, Hashable {
    /// The authenticated client.
    public let clientID: String
    /// The thumbprint of the instance's key, in base64url: bind refresh tokens to it.
    public let thumbprint: String
    /// `jti`: the id of the proof, of 1 to 256 bytes.
    public let id: String
    /// Until when ``replayKey`` has to be stored, by the wall clock.
    public let end: Date

    /// The text to store so that the proof cannot be used a second time.
    public var replayKey: String { "\(clientID)\n\(thumbprint)\n\(id)" }
  }
}
