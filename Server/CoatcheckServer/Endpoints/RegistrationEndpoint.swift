// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The client registration endpoint, and the client configuration endpoint.
extension IdentityServer {
  /// [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)
  func register(_ request: ServedRequest) async -> ServedResponse {
    await serve(RegistrationExchange.self, request) { asked throws(OAuthError) in
      try await authorizationServer.register(asked, from: request.source.key)
    }
  }

  /// [RFC 7592 §2](https://www.rfc-editor.org/rfc/rfc7592#section-2)
  func configure(_ request: ServedRequest) async -> ServedResponse {
    await serve(ClientConfigurationExchange.self, request) { asked throws(OAuthError) in
      try await authorizationServer.configure(asked, from: request.source.key)
    }
  }
}
