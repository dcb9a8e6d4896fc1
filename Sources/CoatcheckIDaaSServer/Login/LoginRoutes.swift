// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

extension IDaaSRoute {
  /// Logging in, binding and registering.
  static let loginRoutes: [IDaaSRoute] = [
    .call(WeiboLogin.self) { server, call, context in
      try await server.login(
        server.upstreamPerson(by: call.proof, context), context)
    }
  ]
}
