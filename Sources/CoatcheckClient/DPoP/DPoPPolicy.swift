// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
package import CoatcheckOAuth

/// Whether a client binds its tokens to a key, so that no other client can use them (DPoP).
///
/// Each sign-in generates a key, which is stored with the session.
/// [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449).
public enum DPoPPolicy: Sendable, Hashable {
  /// Tokens are bearer tokens.
  case never
  /// Tokens are bound to a key of this algorithm. A token response with unbound tokens is `unreadable`.
  case required(SignatureAlgorithm = .es256)
  /// Tokens are bound to a key of this algorithm where the authorization server supports it. Unbound
  /// tokens are accepted as well: the token type of such a session is `Bearer`. The reason is for
  /// readers of the code.
  case acceptingBearer(SignatureAlgorithm = .es256, because: String)

  /// A prover with a new key; nil where tokens are not bound to a key.
  ///
  /// - Parameter nonces: The nonces that servers have supplied so far.
  /// - Throws: `misused` when the system cannot make a key.
  func prover(nonces: DPoPNonces = DPoPNonces()) throws(OAuthError) -> DPoPProver? {
    switch self {
    case .never: return nil
    case .required(let algorithm), .acceptingBearer(let algorithm, _):
      do throws(JOSEError) {
        return DPoPProver(key: try SigningKey.generate(algorithm), nonces: nonces)
      } catch {
        throw .misused("dpop", "No key can be generated for DPoP proofs.")
      }
    }
  }

  /// Whether a stored session satisfies the policy.
  package func accepts(_ stored: StoredSession) -> Bool {
    guard case .required = self else { return true }
    return stored.dpopKey != nil && DPoPToken.isType(stored.tokenType)
  }

  /// Checks that the tokens of a response are bound to a key where the policy requires it, and are not
  /// bound where the request had no DPoP proof.
  ///
  /// - Throws: `unreadable` naming `token_type`; the tokens are not used.
  package func check(_ grant: TokenGrant) throws(OAuthError) {
    switch self {
    // RFC 9449 §5: "A client that […] wants to use DPoP […] can check the token_type […] if the
    // token_type is not DPoP, the client MUST discard the response if this protection is deemed
    // important".
    case .required where !DPoPToken.isType(grant.tokenType):
      throw .unreadable(
        .tokenMalformed,
        "The authorization server issued tokens that are not bound to the client's key.",
        parameter: "token_type")
    case .never where DPoPToken.isType(grant.tokenType):
      throw .unreadable(
        .tokenMalformed,
        "The authorization server issued tokens that are bound to a key, and the client proved none.",
        parameter: "token_type")
    default: return
    }
  }
}
