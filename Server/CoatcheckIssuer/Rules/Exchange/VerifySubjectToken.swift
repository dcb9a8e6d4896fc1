// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Verifies the subject token: a valid access token of this server that was issued to the client, or to be
/// accepted by the client as a resource server.
///
/// [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
struct VerifySubjectToken: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .tokenExchange(let grant, _) = attempt.request.grant else { return }
    let client = try established(attempt.client, "client")
    // "requested_token_type: OPTIONAL. An identifier … for the type of the requested security token."
    guard grant.requestedType.map(ExchangedType.isAccessToken) ?? true else {
      throw OAuthError.refused(
        .invalidRequest, "Only access tokens are issued.", parameter: "requested_token_type")
    }
    let (token, family) = try await ExchangedType.accessToken(
      grant.subject, "subject_token", by: server)
    // "the authorization server MUST … ensure … that the subject_token was issued to the client or …".
    guard token.clientID.isExactly(client.id) || token.isAccepted(by: client) else {
      throw OAuthError.refused(
        .invalidRequest, "The token was issued neither to the client nor for it.",
        parameter: "subject_token")
    }
    try Self.checkKey(of: token, of: client, attempt.proof)
    attempt.subject = token
    attempt.subjectFamily = family
  }
}

extension VerifySubjectToken {
  /// Requires a DPoP proof with the key of a sender-constrained token: otherwise an attacker that stole the
  /// token could exchange it for one without a key binding. A resource server that received the token does
  /// not have the key; its client authentication is enough.
  ///
  /// [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
  private static func checkKey(
    of token: AccessToken, of client: RegisteredClient, _ proof: DPoPProof.Received?
  ) throws(OAuthError) {
    guard let bound = token.jkt, token.clientID.isExactly(client.id) else { return }
    guard let proof else {
      throw .refused(
        .invalidRequest, "The token is bound to a key, and the DPoP proof is missing.",
        parameter: "DPoP")
    }
    try proof.requireKey(bound)
  }
}

/// The token types that are accepted in a token exchange.
enum ExchangedType {
  /// Whether a token type means an access token: access tokens are JWTs here.
  static func isAccessToken(_ type: TokenTypeIdentifier) -> Bool {
    type == .accessToken || type == .jwt
  }

  /// Verifies an access token of this server. Returns it with its family, which is not revoked.
  ///
  /// "If either the "subject_token" or "actor_token" are invalid for any reason … the authorization server
  /// MUST construct an error response … "invalid_request"". §2.2.2
  static func accessToken(
    _ presented: TokenExchangeGrant.Token, _ parameter: String, by server: AuthorizationServer
  ) async throws -> (AccessToken, RefreshFamily?) {
    let refusal = OAuthError.refused(
      .invalidRequest, "The token is not a valid access token of this issuer.", parameter: parameter
    )
    guard isAccessToken(presented.type),
      let token = AccessToken(
        presented.secret, ring: try await server.keys.ring(), settings: server.settings,
        now: server.environment.now(), audience: .any)
    else { throw refusal }
    guard let familyID = token.familyID else { return (token, nil) }
    guard let family = try await server.store.family(familyID), family.revokedAt == nil,
      let user = try await server.directory.user(family.userID), user.standing == .active
    else { throw refusal }
    return (token, family)
  }
}
