// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccScopeEmail {
  @Test("oidcc-scope-email: the scope email brings its claims, and no others")
  func works() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["scope": "openid email"]))
    let claims = try await op.userInfo(tokens["access_token"]).json
    #expect(claims["email"] == "alice@example.org")
    #expect(claims["email_verified"] == true)
    #expect(claims["name"] == nil)
    await op.server.stop()
  }
}
