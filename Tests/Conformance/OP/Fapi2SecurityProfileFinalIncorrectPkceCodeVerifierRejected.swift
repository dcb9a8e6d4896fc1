// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalIncorrectPkceCodeVerifierRejected {
  @Test(
    "fapi2-security-profile-final-incorrect-pkce-code-verifier-rejected: another verifier redeems nothing"
  )
  func refused() async throws {
    let op = try await OP()
    let code = try await op.callback()["code"]
    let wrong = String(repeating: "w", count: 43)
    let reply = try await op.redeem(code, changes: ["code_verifier": wrong])
    #expect(reply.status == 400)
    #expect(reply.error == "invalid_grant")
    await op.server.stop()
  }
}
