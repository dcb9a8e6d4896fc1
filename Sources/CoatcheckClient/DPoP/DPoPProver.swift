// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// A key that tokens are bound to, and the nonces its proofs need.
struct DPoPProver: Sendable {
  let key: SigningKey
  let nonces: DPoPNonces
  /// The JWK thumbprint of the key (`jkt`).
  let thumbprint: String

  init(key: SigningKey, nonces: DPoPNonces) {
    self.key = key
    self.nonces = nonces
    thumbprint = key.publicJWK.thumbprint
  }

  /// Adds a DPoP proof to a request, which must not be changed afterwards.
  ///
  /// - Returns: The nonce in it, if it needed one.
  @discardableResult
  func prove(
    _ request: inout HTTPRequest, accessToken: Secret? = nil, environment: RuntimeEnvironment
  ) throws(OAuthError) -> DPoPNonce? {
    let nonce = try nonces.nonce(of: Self.origin(request), for: thumbprint)
    let proof = try DPoPProof(
      key: key, method: request.method.rawValue, address: Self.address(request),
      accessToken: accessToken, nonce: nonce, environment: environment)
    request.headerFields[.dPoP] = proof.text
    return nonce
  }

  /// Learns the nonce that a response brings.
  ///
  /// RFC 9449 §8.2: "the client MUST use the new nonce value […] in […] the next request". Any response
  /// may supply a nonce; an invalid one is ignored.
  ///
  /// - Returns: Whether the nonce differs from the one in the request.
  @discardableResult
  func learn(from response: HTTPResponse, to request: HTTPRequest, sent: DPoPNonce?) -> Bool {
    guard let nonce = DPoPNonce(in: response.headerFields),
      let origin = try? Self.origin(request)
    else { return false }
    nonces.keep(nonce, of: origin, for: thumbprint)
    return nonce != sent
  }

  /// Learns the nonce that a response supplies, by the public key in the proof: the private key is not
  /// needed.
  static func learn(
    _ nonces: DPoPNonces, from response: HTTPResponse, to request: HTTPRequest, proof: String
  ) -> Bool {
    guard let nonce = DPoPNonce(in: response.headerFields), let origin = try? origin(request),
      let proof = try? UnverifiedJWT(proof), let claims = try? proof.unverifiedClaimsForDisplay(),
      let json = proof.header.json["jwk"]?.objectValue, let key = try? JWK(parsing: json)
    else { return false }
    nonces.keep(nonce, of: origin, for: key.thumbprint)
    return claims["nonce"]?.stringValue != nonce.text
  }

  private static func address(_ request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")"
  }

  private static func origin(_ request: HTTPRequest) throws(OAuthError) -> String {
    try Redirect.origin(request.endpoint())
  }
}
