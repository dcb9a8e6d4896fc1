// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import HTTPTypes

extension IDaaSRoute {
  /// Sessions, ID tokens and their keys.
  static let sessionRoutes: [IDaaSRoute] = [
    IDaaSRoute(.get, "/api/v1/oauth2/keys") { server, request in
      await server.publishedKeys(request)
    },
    IDaaSRoute(.get, "/.well-known/openid-configuration") { server, request in
      server.publishedMetadata(request)
    },
    IDaaSRoute(.get, "/api/v1/oauth2/.well-known/openid-configuration") { server, request in
      server.publishedMetadata(request)
    },
    IDaaSRoute(.get, "/api/v1/oauth2/userinfo") { server, request in
      await server.userInfo(request)
    },
  ]
}
