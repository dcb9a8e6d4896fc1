// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Limits the scopes of the new token to those that the subject token has and the client is registered for.
///
/// [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1)
struct LimitScopesToSubject: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .tokenExchange(_, let asked) = attempt.request.grant else { return }
    let subject = try established(attempt.subject, "subject")
    let client = try established(attempt.client, "client")
    let common = subject.scopes.filter(client.scopes.contains)
    let names = asked?.map(\.rawValue) ?? common
    guard Set(names).isSubset(of: common) else {
      throw OAuthError.refused(
        .invalidScope, "An exchange cannot widen the scope.", parameter: "scope")
    }
    attempt.scopes = names
  }
}
