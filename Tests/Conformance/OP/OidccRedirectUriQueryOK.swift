// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRedirectUriQueryOK {
  @Test("oidcc-redirect-uri-query-OK: a registered query is kept")
  func works() async throws {
    let op = try await OP(OP.client("https://c.example/cb?tenant=a"))
    let callback = try await op.callback()
    #expect(callback["tenant"] == "a")
    #expect(try await op.redeem(callback["code"]).status == 200)
    await op.server.stop()
  }
}
