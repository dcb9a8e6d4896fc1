// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccCodereuse {
  @Test("oidcc-codereuse: a code is redeemed once")
  func refused() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    #expect(try await op.redeem(code).status == 200)
    let again = try await op.redeem(code)
    #expect(again.status == 400)
    #expect(again.error == "invalid_grant")
    await op.server.stop()
  }
}
