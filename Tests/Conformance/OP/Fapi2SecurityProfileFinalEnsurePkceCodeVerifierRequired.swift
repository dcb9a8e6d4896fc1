// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalEnsurePkceCodeVerifierRequired {
  @Test(
    "fapi2-security-profile-final-ensure-pkce-code-verifier-required: a code that is bound to a challenge wants its verifier"
  )
  func refused() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    #expect(try await op.redeem(code, changes: ["code_verifier": nil]).error == "invalid_grant")
    #expect(try await op.redeem(code).status == 200)
    await op.server.stop()
  }
}
