// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClaimsEssential {
  @Test("oidcc-claims-essential: a claim that is asked for as essential is returned")
  func works() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(
      op.request(with: [
        "scope": "openid", "claims": #"{"userinfo":{"name":{"essential":true}}}"#,
      ]))
    let info = try await op.userInfo(tokens["access_token"])
    #expect(info.json["name"]?.stringValue == "Alice Example")
    await op.server.stop()
  }
}
