// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Synchronization

/// Pushed authorization requests.
extension HostileService {
  /// A pushed request that waits for its browser.
  struct Pushed: Sendable {
    let parameters: Parameters
    let ends: Date
  }

  func push(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    let asked = try PushedAuthorizationExchange.received(head: request.head, body: request.body)
    try check(asked.client, site)
    var parameters = try opened(asked.parameters)
    if let proof = try proof(in: request, at: .pushedAuthorization, site) {
      guard parameters["dpop_jkt"].map({ $0 == proof.thumbprint }) ?? true else {
        throw OAuthError.refused(.invalidDPoPProof, "The proof and dpop_jkt name different keys.")
      }
      parameters["dpop_jkt"] = proof.thumbprint
    }
    let name = PushedAuthorization.prefix + tokens.name()
    pushed.withLock { [parameters] in
      $0[name] = Pushed(parameters: parameters, ends: site.now + 60)
    }
    return ServedResponse(
      PushedAuthorizationExchange.response(PushedAuthorization(requestURI: name, expiresIn: 60)))
  }

  /// The parameters of the request object, if the request has one (RFC 9101).
  private func opened(_ parameters: Parameters) throws -> Parameters {
    guard let object = parameters["request"] else { return parameters }
    guard let key = client.key else {
      throw OAuthError.refused(.invalidRequest, "The client has no key.")
    }
    let own = VerificationKeySet(JWKSet(keys: [key.publicJWK]))
    let claims =
      if let nested = try? UnverifiedNestedJWT(object) {
        try nested.verified(
          openedBy: DecryptionKeySet([keys.decryption]),
          accepting: (keyManagement: [.ecdhESA256KW], encryption: [.a256GCM]), signedBy: own,
          accepting: [key.algorithm]
        ).claims
      } else {
        try UnverifiedJWT(object).verified(by: own, accepting: [key.algorithm]).claims
      }
    var opened: Parameters = [:]
    for (name, value) in claims { opened[name] = value.stringValue }
    return opened
  }

  /// The parameters of an authorization request or of the pushed request that it names.
  func requested(_ request: ServedRequest, _ site: HostileSite) throws -> Parameters {
    let parameters = try AuthorizationRequest.parameters(head: request.head, body: request.body)
    guard let name = parameters["request_uri"] else {
      guard !client.pushesRequests else {
        throw OAuthError.refused(.invalidRequest, "The client must push its requests.")
      }
      return try opened(parameters)
    }
    guard let found = pushed.withLock({ $0.removeValue(forKey: name) }), found.ends > site.now,
      parameters["client_id"] == client.id
    else { throw OAuthError.refused(.invalidRequest, "The request_uri is unknown or expired.") }
    return found.parameters
  }
}
