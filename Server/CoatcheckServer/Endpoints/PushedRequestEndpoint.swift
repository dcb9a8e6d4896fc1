// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The pushed authorization request endpoint.
extension IdentityServer {
  /// [RFC 9126 §2](https://www.rfc-editor.org/rfc/rfc9126#section-2)
  func push(_ request: ServedRequest) async -> ServedResponse {
    do {
      let asked = try PushedAuthorizationExchange.received(head: request.head, body: request.body)
      let proof = try proof(in: request, at: "/par")
      let kept = try await authorizationServer.push(asked, proof: proof, from: request.source.key)
      return withNonce(
        ServedResponse(PushedAuthorizationExchange.response(kept)), proof != nil)
    } catch {
      return withNonce(
        refused(error, PushedAuthorizationExchange.response(error)), error.code == .useDPoPNonce)
    }
  }
}
