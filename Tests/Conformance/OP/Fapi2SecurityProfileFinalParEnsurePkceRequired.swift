// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParEnsurePkceRequired {
  @Test(
    "fapi2-security-profile-final-par-ensure-pkce-required: a pushed request without a challenge is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let refused = try await fapi.push(
      with: ["code_challenge": nil, "code_challenge_method": nil])
    #expect(refused.status == 400)
    #expect(refused.error == "invalid_request")
    await fapi.op.server.stop()
  }
}
