// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The userinfo endpoint, for bearer tokens and for tokens with a key binding.
extension IdentityServer {
  /// [OIDC Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)
  func userInfo(_ request: ServedRequest) async -> ServedResponse {
    guard isBound(request) else { return await bearerUserInfo(request) }
    do {
      let token = try PresentedAccessToken(request.head)
      let proof = try proof(in: request, at: "/userinfo")
      let reply = try await authorizationServer.userInfo(
        token.token, presentedAs: token.scheme, proof: proof)
      return withNonce(written(reply), true)
    } catch {
      return boundRefusal(error)
    }
  }

  private func bearerUserInfo(_ request: ServedRequest) async -> ServedResponse {
    do {
      let token = try UserInfoExchange.received(head: request.head, body: request.body)
      return written(try await authorizationServer.userInfo(token.accessToken))
    } catch {
      return refused(error, UserInfoExchange.response(error))
    }
  }

  private func written(_ reply: UserInfoReply) -> ServedResponse {
    switch reply {
    case .plain(let info): ServedResponse(UserInfoExchange.response(info))
    case .signed(let jwt): ServedResponse(SignedUserInfoExchange.response(jwt))
    }
  }

  private func isBound(_ request: ServedRequest) -> Bool {
    request.head.headerFields[.authorization]?.prefix { $0 != " " }.lowercased()
      == DPoPToken.type.lowercased()
  }

  /// "the protected resource … responds with a 401 (Unauthorized) status code and … a WWW-Authenticate
  /// header … DPoP". [RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)
  private func boundRefusal(_ error: OAuthError) -> ServedResponse {
    guard let identifier = metadata.userInfoEndpoint else {
      return refused(error, UserInfoExchange.response(error))
    }
    var resource = ProtectedResource(identifier: identifier)
    resource.schemes = [.dpop, .bearer]
    let nonce =
      authorizationServer.settings.proofNonces == .required
      ? authorizationServer.nonces?.nonce(at: authorizationServer.environment.now()) : nil
    return refused(error, resource.response(to: error, presentedAs: .dpop, nonce: nonce))
  }
}
