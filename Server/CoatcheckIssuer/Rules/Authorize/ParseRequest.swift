// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Parses the parameters as an authorization request, and refuses what is not supported.
///
/// [RFC 6749 §4.1.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1),
/// [OIDC Core
/// §3.1.2.2](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequestValidation)
struct ParseRequest: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    // "The Authorization Server MUST verify that all the REQUIRED parameters are present and their
    // usage conforms to this specification." A `request_uri` elsewhere is refused here, and never fetched.
    attempt.request = try AuthorizationRequest(
      parsing: attempt.parameters, accepting: Set(AuthorizationServer.responseModes))
    guard attempt.parameters["registration"] == nil else {
      throw OAuthError.refused(
        .registrationNotSupported, "registration is not supported.", parameter: "registration")
    }
  }
}
