// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParPlainPkceRejected {
  @Test(
    "fapi2-security-profile-final-par-plain-pkce-rejected: a pushed request with a plain challenge is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let refused = try await fapi.push(with: ["code_challenge_method": "plain"])
    #expect(refused.status == 400)
    #expect(refused.error == "invalid_request")
    await fapi.op.server.stop()
  }
}
