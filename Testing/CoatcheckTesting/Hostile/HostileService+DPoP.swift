// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes
import Synchronization

/// DPoP proofs and their nonces.
extension HostileService {
  /// The proof of a request, with a nonce of this provider and not seen before; nil if it has no proof.
  ///
  /// - Throws: `refused`; with `useDPoPNonce` the response must contain ``nonce(at:)``.
  func proof(
    in request: ServedRequest, at place: HostileProvider.Place, _ site: HostileSite
  ) throws -> DPoPProof.Received? {
    guard
      let proof = try DPoPProof.Received(
        in: request.head, at: site.issuer + place.rawValue, now: site.now)
    else { return nil }
    switch behaviour.nonces {
    case .never: break
    case .demanded: try proof.requireNonce { $0 == nonce(at: place) }
    case .neverEnough: try proof.requireNonce { _ in false }
    case .malformed: if proof.nonce != nil { break } else { try proof.requireNonce { _ in false } }
    }
    guard replays.withLock({ $0.insert(proof.replayKey).inserted }) else {
      throw OAuthError.refused(.invalidDPoPProof, "The proof was already used.")
    }
    return proof
  }

  /// The value of `DPoP-Nonce`: one nonce for the authorization server, another for the userinfo endpoint,
  /// which is a resource server.
  func nonce(at place: HostileProvider.Place) -> String {
    let server = place == .userInfo ? "resource" : "server"
    return switch behaviour.nonces {
    case .never: ""
    case .demanded: "nonce-of-the-\(server)"
    case .neverEnough: "nonce-\(replays.withLock { $0.count })-of-the-\(server)"
    case .malformed(let text): text
    }
  }

  /// The refusal of a proof at the userinfo endpoint.
  func dpopChallenge(_ error: OAuthError) -> ServedResponse {
    var challenge = BearerChallenge(error: error.code)
    challenge.scheme = .dpop
    challenge.algorithms = ["ES256", "RS256"]
    let value = behaviour.dpopScheme + challenge.headerValue.dropFirst(4)
    return ServedResponse(
      head: HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: value]))
  }

  /// The grant of a request's access token, whose key binding is verified.
  func granted(_ request: ServedRequest, _ site: HostileSite) throws -> StandInTokens.Grant {
    guard let token = try DPoPToken.from(request.head) else {
      let asked = try UserInfoExchange.received(head: request.head, body: request.body)
      guard let grant = tokens.access(asked.accessToken.reveal(), now: site.now),
        grant.notes["jkt"] == nil
      else { throw OAuthError.refused(.invalidToken, "The access token is unknown or expired.") }
      return grant
    }
    guard let grant = tokens.access(token.reveal(), now: site.now),
      let proof = try proof(in: request, at: .userInfo, site)
    else { throw OAuthError.refused(.invalidToken, "The access token is unknown or expired.") }
    try proof.requireBinding(of: token, to: TokenConfirmation(thumbprint: grant.notes["jkt"]))
    return grant
  }
}
