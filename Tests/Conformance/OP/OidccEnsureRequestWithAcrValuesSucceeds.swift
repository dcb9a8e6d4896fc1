// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsureRequestWithAcrValuesSucceeds {
  @Test(
    "oidcc-ensure-request-with-acr-values-succeeds: classes of authentication that can't be had are no error"
  )
  func works() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["acr_values": "1 2"]))
    #expect(tokens["id_token"] != nil)
    await op.server.stop()
  }
}
