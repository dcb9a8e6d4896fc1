// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Reduces the claims that the `claims` parameter requests to those that the client can receive.
///
/// A claim belongs to a scope, and a client that is not registered for the scope does not receive the
/// claim. That is not an error: "the Authorization Server MUST NOT generate an error when Claims are not
/// returned, whether they are Essential or Voluntary". [OIDC Core
/// §5.5](https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter)
struct SelectClaims: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    let client = try established(attempt.client, "client")
    // "If this is an Essential Claim and the requirement cannot be met, then the Authorization Server MUST
    // treat that outcome as a failed authentication attempt."
    let classes = request.claims.essentialACRs
    guard classes.isEmpty || classes.contains(AuthenticationContext.password) else {
      throw OAuthError.refused(
        .unmetAuthenticationRequirements, "The requested authentication context is not available.",
        parameter: "claims")
    }
    guard attempt.scopes.contains("openid") else { return }
    let allowed = Set(client.scopes.flatMap { ReleaseClaims.claims[$0] ?? [] })
    // "Any members used that are not understood MUST be ignored."
    attempt.claims = RequestedClaims(
      idToken: request.claims.idToken.names.filter(allowed.contains).sorted(),
      userInfo: request.claims.userInfo.names.filter(allowed.contains).sorted())
  }
}
