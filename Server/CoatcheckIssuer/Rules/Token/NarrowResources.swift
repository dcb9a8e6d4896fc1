// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The token is for the APIs that were granted, or for fewer of them.
///
/// [RFC 8707 §2.2](https://www.rfc-editor.org/rfc/rfc8707#section-2.2)
struct NarrowResources: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let granted =
      attempt.code?.context.resources ?? attempt.family?.context.resources
      ?? attempt.device?.context.resources ?? []
    let asked = attempt.request.resources
    guard !asked.isEmpty else {
      attempt.audience = granted
      return
    }
    // "the resource … value … MUST be … a subset of the resources" of the grant, else "invalid_target".
    let isGranted = asked.allSatisfy { resource in
      granted.isEmpty
        ? server.settings.allows(client, resource)
        : granted.contains { $0.isExactly(resource) }
    }
    guard isGranted else {
      throw OAuthError.refused(
        .invalidTarget, "The token cannot be for this API.", parameter: "resource")
    }
    attempt.audience = asked
  }
}
