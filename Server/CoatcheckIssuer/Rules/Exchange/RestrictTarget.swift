// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the client names the audience of the new token, and may request tokens for it. There is no
/// default: a token for a resource server must not become one for this server.
///
/// [RFC 8693 §2.2.2](https://www.rfc-editor.org/rfc/rfc8693#section-2.2.2)
struct RestrictTarget: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .tokenExchange(let grant, _) = attempt.request.grant else { return }
    let client = try established(attempt.client, "client")
    let targets = grant.audiences + attempt.request.resources
    // "If the authorization server is unwilling or unable to issue a token for any target service indicated
    // by the "resource" or "audience" parameters, the "invalid_target" error code SHOULD be used".
    guard (1...50).contains(targets.count) else {
      throw OAuthError.refused(
        .invalidTarget, "Name between one and 50 services.", parameter: "audience")
    }
    let isRegistered = targets.allSatisfy { target in
      client.metadata.resources.contains { $0.isExactly(target) }
    }
    guard isRegistered else {
      throw OAuthError.refused(
        .invalidTarget, "The client may not use this service.", parameter: "audience")
    }
    attempt.audience = targets.reduce(into: []) { kept, name in
      if !kept.contains(where: { $0.isExactly(name) }) { kept.append(name) }
    }
  }
}
