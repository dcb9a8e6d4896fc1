// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalEnsureAuthorizationCodeIsBoundToClient {
  @Test(
    "fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client: another client redeems nothing"
  )
  func refused() async throws {
    let op = try await OP(others: [.web])
    let code = try await op.callback()["code"]
    let reply = try await op.redeem(code, as: .web)
    #expect(reply.status == 400)
    #expect(reply.error == "invalid_grant")
    #expect(reply.json["access_token"] == nil)
    await op.server.stop()
  }
}
