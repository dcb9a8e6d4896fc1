// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import Crypto

extension DPoPProof.Received {
  /// The key under which a server remembers the proof until ``forgettableAt``, to detect a replay:
  /// base64url of a SHA-256 hash, 43 characters.
  ///
  /// [RFC 9449 §11.1](https://www.rfc-editor.org/rfc/rfc9449#section-11.1): "Storing of […] jti values […]
  /// It is RECOMMENDED that the server store only a hash".
  /// The hash includes the public key, so that a client cannot use up the `jti` values of another client's
  /// proofs.
  public var replayKey: String {
    Base64URL.encode(Array(SHA256.hash(data: Array("\(thumbprint) \(id)".utf8))))
  }

  /// Checks that the proof was made for an access token, and with the key to which the token is bound.
  ///
  /// - Parameters:
  ///   - accessToken: The access token of the request.
  ///   - confirmation: The `cnf` claim of the token; nil for a token without one.
  /// - Throws: `refused` with status 401: ``OAuthError/Code/invalidDPoPProof`` when the proof was made for
  ///   another token, ``OAuthError/Code/invalidToken`` when the token is bound to another key or to none.
  public func requireBinding(
    of accessToken: Secret, to confirmation: TokenConfirmation?
  ) throws(OAuthError) {
    // "If presented to a protected resource in conjunction with an access token […] ensure that the value
    // of the ath claim equals the hash of that access token".
    guard let accessTokenHash,
      ConstantTime.equal(accessTokenHash.utf8, DPoPProof.hash(of: accessToken).utf8)
    else {
      throw .refused(
        .invalidDPoPProof, "The proof was made for another access token or for none.",
        parameter: "DPoP", status: 401)
    }
    // "confirm that the public key to which the access token is bound matches the public key from the DPoP
    // proof."
    guard let bound = confirmation?.thumbprint,
      ConstantTime.equal(bound.utf8, thumbprint.utf8)
    else {
      throw .refused(
        .invalidToken, "The access token is not bound to the key of the proof.", status: 401)
    }
  }

  /// Checks that the proof was made with the key to which an authorization code or a refresh token is
  /// bound.
  ///
  /// - Parameter expected: The JWK thumbprint of that key, as base64url: `dpop_jkt` of the authorization
  ///   request, or the thumbprint of the proof with which the refresh token was issued.
  /// - Throws: `refused`, ``OAuthError/Code/invalidGrant``, when the proof was made with another key. Issue
  ///   no tokens then.
  public func requireKey(_ expected: String) throws(OAuthError) {
    // RFC 9449 §10: "the authorization server computes the JWK Thumbprint of the proof-of-possession public
    // key in the DPoP proof and verifies that it matches the dpop_jkt parameter value in the authorization
    // request. If they do not match, it MUST reject the request."
    guard ConstantTime.equal(expected.utf8, thumbprint.utf8) else {
      throw .refused(.invalidGrant, "The grant is bound to another key.", parameter: "DPoP")
    }
  }

  /// Checks that the proof contains a current nonce of this server.
  ///
  /// - Parameter isCurrent: Returns whether this server issued the nonce and still accepts it, for example
  ///   ``RollingNonces/isCurrent(_:at:)``.
  /// - Throws: `refused`, ``OAuthError/Code/useDPoPNonce``, when the nonce is missing or not current; the
  ///   response must bring a new one in the field `DPoP-Nonce`. The status is 400; a resource server
  ///   returns 401.
  public func requireNonce(_ isCurrent: (String) -> Bool) throws(OAuthError) {
    // "If the server provided a nonce value to the client, the nonce claim matches the server-provided
    // nonce value."
    guard let nonce, isCurrent(nonce) else {
      throw .refused(
        .useDPoPNonce, "The proof must hold the nonce that comes with this answer.",
        parameter: "nonce")
    }
  }
}
