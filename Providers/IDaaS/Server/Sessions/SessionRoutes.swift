// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import HTTPTypes

extension IDaaSRoute {
  /// Sessions, ID tokens and their keys.
  static let sessionRoutes: [IDaaSRoute] = [
    .call(RefreshIDToken.self) { server, call, context in
      try await server.plainRefresh(call.sessionToken, audience: call.audience, context).reply
    },
    .call(SignedRefreshIDToken.self) { server, call, context in
      try await server.signedRefresh(call.signature, context).reply
    },
    .call(PublicKeyCall.self) { _, _, context in
      try SignedRefresh.publicKey(of: context.application)
    },
    .call(ServerDateCall.self) { _, _, context in context.now },
    IDaaSRoute(.get, UserInfoCall.path) { server, request in await server.userInfo(request) },
    IDaaSRoute(.get, "/api/v1/oauth2/keys") { server, request in
      await server.publishedKeys(request)
    },
    IDaaSRoute(.get, "/.well-known/openid-configuration") { server, request in
      server.publishedMetadata(request)
    },
    IDaaSRoute(.get, "/api/v1/oauth2/.well-known/openid-configuration") { server, request in
      server.publishedMetadata(request)
    },
  ]
}

extension RefreshedSession {
  /// The response. In a refresh `expire` is the lifetime of the ID token.
  var reply: RefreshedTokens {
    RefreshedTokens(
      idToken: idToken.token, sessionToken: sessionToken, expire: idToken.lifetime,
      idTokenExpire: idToken.lifetime, sessionExpire: sessionExpire)
  }
}
