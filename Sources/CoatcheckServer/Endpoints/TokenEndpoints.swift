// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes
import Logging

/// The endpoints clients talk to. What travels is read and written by the exchanges alone.
extension IdentityServer {
  /// [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2)
  func token(_ request: ServedRequest) async -> ServedResponse {
    do {
      let asked = try CodeExchange.received(head: request.head, body: request.body)
      let grant = try await issuing.token(asked, from: request.source.key)
      return ServedResponse(CodeExchange.response(grant))
    } catch {
      return refused(error, CodeExchange.response(error))
    }
  }

  /// [RFC 7009 §2](https://www.rfc-editor.org/rfc/rfc7009#section-2)
  func revoke(_ request: ServedRequest) async -> ServedResponse {
    do {
      let asked = try RevocationExchange.received(head: request.head, body: request.body)
      try await issuing.revoke(asked, from: request.source.key)
      return ServedResponse(RevocationExchange.response(RevocationExchange.Revoked()))
    } catch {
      return refused(error, RevocationExchange.response(error))
    }
  }

  /// [OIDC Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
  func userInfo(_ request: ServedRequest) async -> ServedResponse {
    do {
      let token = try UserInfoExchange.received(head: request.head, body: request.body)
      return ServedResponse(
        UserInfoExchange.response(try await issuing.userInfo(token.accessToken)))
    } catch {
      return refused(error, UserInfoExchange.response(error))
    }
  }

  /// A refusal, noted where the fault is ours.
  private func refused(
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
