// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Verifies the request object, and replaces the parameters beside it by its own.
///
/// It is accepted by value only (`request`): ``ParseRequest`` refuses a request object that must be
/// fetched. [RFC 9101 §6](https://www.rfc-editor.org/rfc/rfc9101#section-6)
struct VerifyRequestObject: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    guard attempt.parameters["request"] != nil else { return }
    // An error in the request object is sent to the redirect URI beside it, if the client registered that.
    if let beside = attempt.parameters["redirect_uri"],
      client.redirectURIs.contains(where: {
        VerifyRedirectURI.matches(beside, registered: $0)
      })
    {
      attempt.redirectURI = beside
    }
    guard let object = try RequestObject.Received(in: attempt.parameters) else { return }
    // "The authorization server MUST validate the signature of the JWS-signed Request Object."
    let rules = RequestObjectRules(
      issuer: server.settings.issuer,
      algorithms: client.metadata.requestObjectAlgorithm.map { [$0] }
        ?? Set(SignatureAlgorithm.allCases), now: server.environment.now())
    let parameters = try await parameters(of: object, from: client, by: rules, server)
    // "The authorization server MUST only use the parameters in the Request Object, even if the same
    // parameter is provided in the query parameter."
    attempt.parameters = parameters
    attempt.redirectURI = nil
    attempt.isSigned = true
  }

  /// "The signature MUST be validated using the key for that client_id": never a key in the object itself.
  private func parameters(
    of object: RequestObject.Received, from client: RegisteredClient,
    by rules: RequestObjectRules, _ server: AuthorizationServer
  ) async throws -> Parameters {
    do {
      return try await server.verified(by: client, keyID: object.keyID) { keys in
        try object.parameters(by: rules, keys: keys)
      }
    } catch let error as OAuthError where error.code == .invalidClient {
      throw OAuthError.refused(.invalidRequestObject, error.reason, parameter: "request")
    }
  }
}
