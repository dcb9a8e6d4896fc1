// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsureRequestWithValidPkceSucceeds {
  @Test(
    "oidcc-ensure-request-with-valid-pkce-succeeds: the verifier of the challenge redeems the code")
  func works() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    let wrong = String(repeating: "w", count: 43)
    #expect(try await op.redeem(code, changes: ["code_verifier": wrong]).error == "invalid_grant")
    #expect(try await op.redeem(code).status == 200)
    await op.server.stop()
  }
}
