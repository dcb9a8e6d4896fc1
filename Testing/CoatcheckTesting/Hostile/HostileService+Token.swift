// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Synchronization

/// The token endpoint and the revocation endpoint.
extension HostileService {
  func token(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    let asked = try CodeExchange.received(head: request.head, body: request.body)
    try check(asked.client, site)
    let proof = try proof(in: request, at: .token, site)
    var grant: StandInTokens.Grant
    var isRefresh = false
    switch asked.grant {
    case .authorizationCode(let code, let redirectURI, let verifier):
      guard let found = tokens.redeem(code: code.reveal(), now: site.now),
        found.redirectURI == redirectURI,
        PKCE.verify(verifier: verifier?.reveal() ?? "", challenge: found.challenge ?? "")
      else {
        throw OAuthError.refused(
          .invalidGrant, "The code is unknown, used, or issued for another request.")
      }
      grant = found
    case .refreshToken(let token, _):
      guard let found = tokens.spend(refresh: token.reveal(), now: site.now) else {
        throw OAuthError.refused(.invalidGrant, "The refresh token is unknown or used.")
      }
      (grant, isRefresh) = (found, true)
    case .ciba(let id): grant = try answered(id, site)
    default:
      throw OAuthError.refused(.unsupportedGrantType, "The grant type is not supported.")
    }
    try bind(&grant, to: proof)
    let access = tokens.accessToken(for: grant, until: site.now + 600)
    var reply = TokenGrant(
      accessToken: Secret(access), tokenType: proof == nil ? "Bearer" : DPoPToken.type,
      expiry: .at(site.now + 600),
      refreshToken: Secret(tokens.refreshToken(for: grant, until: nil)), receivedAt: site.now)
    reply.scopes = grant.scopes.map(Scope.init(rawValue:))
    if grant.scopes.contains(Scope.openID.rawValue) {
      reply.idToken = Secret(
        try idToken(
          for: grant, beside: Companions(accessToken: access, isRefresh: isRefresh), site))
    }
    return try changed(CodeExchange.response(reply), by: behaviour.tokenReply, site)
  }

  /// Binds the tokens to the key of the proof, or checks that they are bound to it already.
  private func bind(
    _ grant: inout StandInTokens.Grant, to proof: DPoPProof.Received?
  ) throws {
    guard proof != nil || !client.bindsAccessTokens else {
      throw OAuthError.refused(.invalidDPoPProof, "The client requires a DPoP proof.")
    }
    if let bound = grant.notes["jkt"] {
      guard let proof else { throw OAuthError.refused(.invalidGrant, "The DPoP proof is missing.") }
      try proof.requireKey(bound)
    }
    grant.notes["jkt"] = proof?.thumbprint
  }

  /// Authenticates the client by its registered method.
  func check(_ presented: PresentedClient, _ site: HostileSite) throws {
    let isAuthenticated: Bool
    switch presented.authentication {
    // Plain HTTP carries no certificate: a request to the alias counts as one with a certificate.
    case .none: isAuthenticated = client.authenticationMethod == "none" || client.showsCertificate
    case .basic(let secret), .post(let secret):
      isAuthenticated =
        client.authenticationMethod == presented.authentication.method
        && client.secret?.matches(secret) == true
    case .assertion(let assertion):
      isAuthenticated = try isValid(assertion, site)
    case .attestation: isAuthenticated = false
    }
    guard isAuthenticated, presented.id == client.id else {
      throw OAuthError.refused(.invalidClient, "Client authentication failed.")
    }
  }

  private func isValid(
    _ assertion: ClientAssertion.Received, _ site: HostileSite
  ) throws -> Bool {
    guard let key = client.key, client.authenticationMethod == assertion.method else {
      return false
    }
    let accepted = try assertion.accepted(
      by: ClientAssertionRules(
        issuer: Issuer(site.issuer), algorithms: [key.algorithm], now: site.now),
      keys: VerificationKeySet(JWKSet(keys: [key.publicJWK])))
    return replays.withLock { $0.insert(accepted.replayKey).inserted }
  }

  func revoke(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    let asked = try RevocationExchange.received(head: request.head, body: request.body)
    try check(asked.client, site)
    tokens.revoke(access: asked.token.reveal())
    return ServedResponse(RevocationExchange.response(RevocationExchange.Revoked()))
  }
}
