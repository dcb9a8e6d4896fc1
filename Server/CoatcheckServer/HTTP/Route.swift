// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// One path of the server: its methods and its endpoint.
struct Route: Sendable {
  typealias Handler = @Sendable (IdentityServer, ServedRequest) async -> ServedResponse

  let path: String
  let methods: [HTTPRequest.Method]
  let handler: Handler

  init(_ path: String, _ methods: [HTTPRequest.Method], _ handler: @escaping Handler) {
    self.path = path
    self.methods = methods
    self.handler = handler
  }

  // swift-format-ignore
  /// All paths. Any other path is 404.
  static let table: [Route] = [
    //    path                                  methods         endpoint
    Route("/.well-known/openid-configuration",  [.get, .head],  { $0.discovery($1) }),
    Route("/jwks",                              [.get, .head],  { await $0.jwks($1) }),
    Route("/authorize",                         [.get, .post],  { await $0.authorize($1) }),
    Route("/login",                             [.get, .post],  { await $0.login($1) }),
    Route("/consent",                           [.get],         { await $0.consentPage($1) }),
    Route("/consent/decision",                  [.post],        { await $0.consentDecision($1) }),
    Route("/par",                               [.post],        { await $0.push($1) }),
    Route("/device_authorization",              [.post],        { await $0.deviceAuthorization($1) }),
    Route("/device",                            [.get, .post],  { await $0.device($1) }),
    Route("/device/confirm",                    [.get],         { await $0.deviceConfirmation($1) }),
    Route("/device/decision",                   [.post],        { await $0.deviceDecision($1) }),
    Route("/token",                             [.post],        { await $0.token($1) }),
    Route("/logout",                            [.get, .post],  { await $0.logout($1) }),
    Route("/account",                           [.get, .post],  { await $0.account($1) }),
    Route("/revoke",                            [.post],        { await $0.revoke($1) }),
    Route("/register",                          [.post],        { await $0.register($1) }),
    Route("/introspect",                        [.post],        { await $0.introspect($1) }),
    Route("/userinfo",                          [.get, .post],  { await $0.userInfo($1) }),
    Route(Pages.styleSheetPath,                 [.get, .head],  { $0.styleSheet($1) }),
    Route("/livez",                             [.get, .head],  { $0.live($1) }),
    Route("/readyz",                            [.get, .head],  { await $0.ready($1) }),
  ]

  /// The path of the client configuration endpoint; the client identifier follows.
  static let configuration = Route("/register/", [.get, .put, .delete]) { await $0.configure($1) }
}
