// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes
import Logging

/// The public documents: metadata, keys, the style sheet, health.
extension IdentityServer {
  /// [OIDC Discovery
  /// §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig), [RFC 8414
  /// §3](https://www.rfc-editor.org/rfc/rfc8414#section-3)
  func discovery(_ request: ServedRequest) -> ServedResponse {
    document(DiscoveryExchange.response(metadata))
  }

  /// [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
  func jwks(_ request: ServedRequest) async -> ServedResponse {
    do {
      return document(JWKSetExchange.response(try await authorizationServer.keys.ring().published))
    } catch {
      logger.error("the signing keys are not available", metadata: ["error": "\(error)"])
      return .text(.serviceUnavailable, "The keys are not available now.")
    }
  }

  func styleSheet(_ request: ServedRequest) -> ServedResponse {
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = "text/css; charset=utf-8"
    // It can be cached without a limit, because its path changes with its content.
    head.headerFields[.cacheControl] = "public, max-age=31536000, immutable"
    return ServedResponse(head: head, body: Data(StyleSheet.text.utf8))
  }

  /// Liveness: the process responds.
  func live(_ request: ServedRequest) -> ServedResponse { .text(.ok, "alive") }

  /// Readiness: the store and the signing keys are available.
  func ready(_ request: ServedRequest) async -> ServedResponse {
    do {
      try await authorizationServer.store.ping()
      _ = try await authorizationServer.keys.ring()
      return .text(.ok, "ready")
    } catch {
      return .text(.serviceUnavailable, "not ready")
    }
  }

  /// A public document: pages of all origins may read it, and it can be cached for a while.
  private func document(_ response: (head: HTTPResponse, body: Data)) -> ServedResponse {
    var answer = ServedResponse(head: response.head, body: response.body)
    answer.head.headerFields[.accessControlAllowOrigin] = "*"
    answer.head.headerFields[.cacheControl] = "public, max-age=300"
    return answer
  }
}
