// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Replaces the parameters of the request by those of the pushed request that `request_uri` names.
///
/// A `request_uri` elsewhere is not fetched: ``ParseRequest`` refuses it.
/// [RFC 9126 §4](https://www.rfc-editor.org/rfc/rfc9126#section-4)
struct ResolvePushedRequest: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    guard let uri = attempt.parameters["request_uri"], uri.hasPrefix(PushedAuthorization.prefix)
    else { return }
    guard let clientID = attempt.parameters["client_id"] else {
      throw OAuthError.refused(
        .invalidRequest, "client_id is missing.", parameter: "client_id")
    }
    let now = server.environment.now()
    let unknown = OAuthError.refused(
      .invalidRequestURI, "The request is unknown, used, or has expired.",
      parameter: "request_uri")
    let name = Secret(String(uri.dropFirst(PushedAuthorization.prefix.count)))
    guard let token = OpaqueToken(name, as: .request) else { throw unknown }
    // "the request_uri … MUST be bound to the client that posted the authorization request."
    guard
      let pushed = try await server.store.pushed(token.digest, of: clientID, at: now)
    else { throw unknown }
    // "An expired request_uri MUST be rejected as invalid." Not within an interaction: that one began in
    // time.
    guard attempt.ask.interaction != nil || now < pushed.expiresAt else { throw unknown }
    attempt.pushed = pushed
    // "the authorization server … MUST … not use parameters … from the authorization request"
    attempt.parameters = pushed.parameters
  }
}
