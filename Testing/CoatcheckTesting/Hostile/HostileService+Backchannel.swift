// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Synchronization

/// CIBA in poll mode: the user approves after a few polls.
extension HostileService {
  /// A backchannel request that waits for the user.
  struct Waiting: Sendable {
    let grant: StandInTokens.Grant
    var answers: [OAuthError.Code]
    let ends: Date
  }

  func authenticateInBackchannel(
    _ request: ServedRequest, _ site: HostileSite
  ) throws -> ServedResponse {
    let asked = try BackchannelAuthenticationExchange.received(
      head: request.head, body: request.body)
    try check(asked.client, site)
    if let code = behaviour.backchannelRefusal {
      throw OAuthError.refused(code, "The request is refused.")
    }
    let question = try question(in: asked, site)
    let grant = StandInTokens.Grant(
      user: Self.user, clientID: client.id, scopes: question.scopes.map(\.rawValue))
    let id = tokens.name()
    waiting.withLock {
      $0[id] = Waiting(
        grant: grant, answers: behaviour.backchannelReplies, ends: site.now + 120)
    }
    let answer = BackchannelAuthentication(
      authReqID: Secret(id), lifetime: .seconds(120), now: site.now)
    return try changed(
      BackchannelAuthenticationExchange.response(answer), by: behaviour.backchannelReply, site)
  }

  private func question(
    in asked: BackchannelAuthenticationExchange.Received, _ site: HostileSite
  ) throws -> BackchannelAuthenticationRequest {
    switch asked.content {
    case .parameters(let question): return question
    case .signed(let token):
      guard let key = client.key else {
        throw OAuthError.refused(.invalidRequest, "The client has no key.")
      }
      return try BackchannelAuthenticationRequest(
        token.verified(
          by: VerificationKeySet(JWKSet(keys: [key.publicJWK])), accepting: [key.algorithm]),
        from: client.id, at: Issuer(site.issuer), now: site.now)
    }
  }

  /// The grant that the user approved.
  ///
  /// - Throws: `refused` until then.
  func answered(_ id: Secret, _ site: HostileSite) throws -> StandInTokens.Grant {
    try waiting.withLock { waiting throws in
      guard var found = waiting[id.reveal()] else {
        throw OAuthError.refused(.invalidGrant, "The auth_req_id is unknown.")
      }
      guard found.ends > site.now else {
        throw OAuthError.refused(.expiredToken, "The request has expired.")
      }
      guard found.answers.isEmpty else {
        let code = found.answers.removeFirst()
        waiting[id.reveal()] = found
        throw OAuthError.refused(code, "The user has not approved the request.")
      }
      waiting[id.reveal()] = nil
      return found.grant
    }
  }
}
