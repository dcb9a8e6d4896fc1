// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes
import Logging

/// The token, revocation and introspection endpoints. The exchanges parse requests and write responses.
extension IdentityServer {
  /// [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2)
  func token(_ request: ServedRequest) async -> ServedResponse {
    do {
      let asked = try CodeExchange.received(head: request.head, body: request.body)
      let proof = try proof(in: request, at: "/token")
      let grant = try await authorizationServer.token(asked, proof: proof, from: request.source.key)
      return withNonce(ServedResponse(CodeExchange.response(grant)), proof != nil)
    } catch {
      return withNonce(
        refused(error, CodeExchange.response(error)), error.code == .useDPoPNonce)
    }
  }

  /// [RFC 7009 §2](https://www.rfc-editor.org/rfc/rfc7009#section-2)
  func revoke(_ request: ServedRequest) async -> ServedResponse {
    await serve(RevocationExchange.self, request) { asked throws(OAuthError) in
      try await authorizationServer.revoke(asked, from: request.source.key)
      return RevocationExchange.Revoked()
    }
  }

  /// [RFC 7662 §2](https://www.rfc-editor.org/rfc/rfc7662#section-2)
  func introspect(_ request: ServedRequest) async -> ServedResponse {
    await serve(IntrospectionExchange.self, request) { asked throws(OAuthError) in
      try await authorizationServer.introspect(asked, from: request.source.key)
    }
  }

  /// Parses a request, decides it, and writes the response or the error response.
  func serve<E: ServedExchange>(
    _ exchange: E.Type, _ request: ServedRequest,
    decide: (E.Received) async throws(OAuthError) -> E.Reply
  ) async -> ServedResponse {
    do {
      let asked = try E.received(head: request.head, body: request.body)
      return ServedResponse(E.response(try await decide(asked)))
    } catch {
      return refused(error, E.response(error))
    }
  }

  /// The DPoP proof of a request; nil without one.
  ///
  /// `htu` is checked with the public address, also behind a proxy.
  func proof(
    in request: ServedRequest, at path: String
  ) throws(OAuthError) -> DPoPProof.Received? {
    try DPoPProof.Received(
      in: request.head, at: authorizationServer.settings.issuer.text + path,
      now: authorizationServer.environment.now())
  }

  /// Adds the nonce for the next proof to a response, where nonces are required.
  ///
  /// "The authorization server MAY supply the new nonce in the same way that the initial one was
  /// supplied: by using a DPoP-Nonce HTTP header in the response."
  /// [RFC 9449 §8.2](https://www.rfc-editor.org/rfc/rfc9449#section-8.2)
  func withNonce(_ response: ServedResponse, _ isWanted: Bool) -> ServedResponse {
    guard isWanted, authorizationServer.settings.proofNonces == .required,
      let nonce = authorizationServer.nonces?.nonce(at: authorizationServer.environment.now())
    else { return response }
    var response = response
    response.head.headerFields[.dPoPNonce] = nonce.text
    return response
  }

  /// The error response for a refusal. An error of the server itself is logged.
  func refused(
    _ error: OAuthError, _ response: (head: HTTPResponse, body: Data)
  ) -> ServedResponse {
    if response.head.status.code >= 500 {
      logger.error("a request failed here", metadata: ["error": "\(error)"])
    }
    return ServedResponse(response)
  }
}

extension ServedResponse {
  init(_ response: (head: HTTPResponse, body: Data)) {
    self.init(head: response.head, body: response.body)
  }
}
