// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Limits the audience of the token to the resource servers of the grant, or to fewer of them.
///
/// [RFC 8707 §2.2](https://www.rfc-editor.org/rfc/rfc8707#section-2.2)
struct NarrowResources: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let grant = attempt.code?.context ?? attempt.family?.context ?? attempt.device?.context
    let asked = attempt.request.resources
    guard !asked.isEmpty else {
      attempt.audience = grant?.resources ?? []
      return
    }
    // "the resource … value … MUST be … a subset of the resources" of the grant, else "invalid_target". A
    // grant without `resource` is for this server's own audience. The client credentials grant has no such
    // list: the registration of the client decides.
    let isGranted = asked.allSatisfy { resource in
      guard let grant else { return server.settings.allows(client, resource) }
      let granted = grant.resources.isEmpty ? [server.settings.audience] : grant.resources
      return granted.contains { $0.isExactly(resource) }
    }
    guard isGranted else {
      throw OAuthError.refused(
        .invalidTarget, "The token cannot be for this API.", parameter: "resource")
    }
    attempt.audience = asked
  }
}
