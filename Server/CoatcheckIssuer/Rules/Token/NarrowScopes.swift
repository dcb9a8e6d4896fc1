// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Limits the scopes of a refresh to those that were granted. The family keeps its scopes.
///
/// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6)
struct NarrowScopes: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .refreshToken(_, let asked) = attempt.request.grant, let asked, !asked.isEmpty
    else { return }
    let family = try established(attempt.family, "family")
    // "The requested scope MUST NOT include any scope not originally granted by the resource
    // owner".
    let names = asked.map(\.rawValue)
    guard Set(names).isSubset(of: family.scopes) else {
      throw OAuthError.refused(
        .invalidScope, "A refresh cannot widen the scope.", parameter: "scope")
    }
    attempt.scopes = names
  }
}
