// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Describes a token, to the client it was issued to or the resource server it is for. Another client, and
/// a request about an invalid token, receive the same response.
///
/// [RFC 7662 §2.2](https://www.rfc-editor.org/rfc/rfc7662#section-2.2)
struct DescribeToken: IntrospectRule {
  func apply(to attempt: inout IntrospectAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let token = attempt.request.token
    // "If the token_type_hint … the authorization server … MUST extend its search across all of its
    // supported token types": the prefix of a refresh token tells the two types apart, without a hint.
    let claims =
      if let refresh = OpaqueToken(token, as: .refresh) {
        try await describe(refresh, to: client, by: server)
      } else {
        try await describe(token, to: client, by: server)
      }
    attempt.introspection = claims.map(Introspection.active) ?? .inactive
  }

  private func describe(
    _ secret: Secret, to client: RegisteredClient, by server: AuthorizationServer
  ) async throws -> JSONObject? {
    let now = server.environment.now()
    guard
      let token = AccessToken(
        secret, ring: try await server.keys.ring(), settings: server.settings, now: now,
        audience: .any)
    else { return nil }
    // "If the … protected resource is not allowed to introspect this particular token … it MUST … return
    // an introspection response with the "active" field set to "false"."
    // The requesting client has authenticated, so that it is active; another one is looked up.
    if !token.clientID.isExactly(client.id) {
      guard token.isAccepted(by: client),
        try await server.store.client(token.clientID)?.standing == .active
      else { return nil }
    }
    var name: String?
    var authTime: JSONValue?
    if let familyID = token.familyID {
      guard let family = try await server.store.family(familyID), family.revokedAt == nil,
        let user = try await server.directory.user(family.userID), user.standing == .active
      else { return nil }
      name =
        token.scopes.contains("profile")
        ? user.claims["preferred_username"]?.stringValue : nil
      authTime = .seconds(family.authTime)
    }
    var claims = token.claims(issuer: server.settings.issuer)
    // "token_type: Type of the token as defined in Section 5.1 of OAuth 2.0": DPoP for a bound one
    // (RFC 9449 §6.2).
    claims["token_type"] = .string(token.jkt == nil ? "Bearer" : DPoPToken.type)
    claims["username"] = name.map(JSONValue.string)
    claims["auth_time"] = authTime
    return claims
  }

  private func describe(
    _ token: OpaqueToken, to client: RegisteredClient, by server: AuthorizationServer
  ) async throws -> JSONObject? {
    let now = server.environment.now()
    guard let found = try await server.store.liveRefresh(token.digest, at: now),
      found.family.clientID.isExactly(client.id), found.family.revokedAt == nil,
      let user = try await server.directory.user(found.family.userID),
      user.standing == .active
    else { return nil }
    var claims: JSONObject = [
      "iss": .string(server.settings.issuer.text),
      "sub": .string(server.subject(of: found.family.userID, for: client)),
      "client_id": .string(client.id),
      "scope": .string(found.family.scopes.joined(separator: " ")),
      "iat": .seconds(found.record.issuedAt),
      "exp": .seconds(found.record.expiresAt),
    ]
    if let jkt = found.family.context.jkt {
      claims["cnf"] = .object(TokenConfirmation(thumbprint: jkt).json)
    }
    return claims
  }
}
