// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalAttemptReuseAuthorizationCodeAfterOneSecond {
  @Test(
    "fapi2-security-profile-final-attempt-reuse-authorization-code-after-one-second: a code is redeemed once"
  )
  func refused() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    #expect(try await op.redeem(code).status == 200)
    op.server.clock.advance(by: .seconds(1))
    #expect(try await op.redeem(code).error == "invalid_grant")
    await op.server.stop()
  }
}
