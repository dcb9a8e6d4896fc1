// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Sets the `act` claim of the new token: the subject of the actor token or else the client, with the
/// earlier actors nested in it.
///
/// [RFC 8693 §4.1](https://www.rfc-editor.org/rfc/rfc8693#section-4.1)
struct ResolveActor: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .tokenExchange(let grant, _) = attempt.request.grant else { return }
    let client = try established(attempt.client, "client")
    let subject = try established(attempt.subject, "subject")
    var actor: JSONObject
    if let presented = grant.actor {
      let (token, _) = try await ExchangedType.accessToken(presented, "actor_token", by: server)
      guard token.clientID.isExactly(client.id) else {
        throw OAuthError.refused(
          .invalidRequest, "The actor token was issued to another client.",
          parameter: "actor_token")
      }
      actor = ["sub": .string(token.subject)]
    } else {
      // A client that exchanges a token of its own does not become a further actor.
      guard !subject.clientID.isExactly(client.id) else {
        attempt.actor = subject.actor
        return
      }
      actor = ["sub": .string("client:" + client.id)]
    }
    // "A chain of delegation can be expressed by nesting one "act" claim within another."
    actor["act"] = subject.actor.map(JSONValue.object)
    attempt.actor = actor
  }
}
