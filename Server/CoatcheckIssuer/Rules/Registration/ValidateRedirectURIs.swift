// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Validates the redirect URIs: responses can only be sent to the client itself.
///
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
/// [RFC 8252 §7](https://www.rfc-editor.org/rfc/rfc8252#section-7)
struct ValidateRedirectURIs: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    let uris = attempt.metadata.redirectURIs ?? []
    guard !uris.isEmpty || !attempt.client.grantTypes.contains("authorization_code") else {
      throw refusal("A client that gets codes has to say where.")
    }
    guard uris.count <= server.settings.registration.redirectURIs else {
      throw refusal("There are too many redirect URIs.")
    }
    guard uris.allSatisfy(RegistrableURI.isRedirect) else {
      throw refusal(
        "A redirect URI is https, http on this machine, or a private scheme with a dot.")
    }
    attempt.client.redirectURIs = uris
    let after = attempt.metadata.postLogoutRedirectURIs ?? []
    guard after.count <= server.settings.registration.redirectURIs,
      after.allSatisfy(RegistrableURI.isRedirect)
    else {
      throw refusal("post_logout_redirect_uris", "A URI to go to after signing out is not fit.")
    }
    attempt.client.metadata.postLogoutRedirectURIs = after
  }

  private func refusal(_ reason: String) -> OAuthError {
    .refused(.invalidRedirectURI, reason, parameter: "redirect_uris")
  }
}
