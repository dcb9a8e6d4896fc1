// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsureRequestWithUnknownParameterSucceeds {
  @Test(
    "oidcc-ensure-request-with-unknown-parameter-succeeds: a parameter nobody knows is passed over")
  func works() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["extra": "foobar"]))
    #expect(tokens["id_token"] != nil)
    await op.server.stop()
  }
}
