// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalDpopNegativeTests {
  @Test(
    "fapi2-security-profile-final-dpop-negative-tests: a proof that is missing, old, for another address or another method brings no token"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let stale = try fapi.proof("/token", offset: -61)
    let cases = [
      try fapi.proof("/par"), try fapi.proof("/token", method: "GET"), stale, "no proof at all",
    ]
    for proof in cases {
      let refused = try await fapi.redeem(fapi.code(fapi.push()), proof: proof)
      #expect(refused.status == 400)
      #expect(refused.error == "invalid_dpop_proof")
    }
    await fapi.op.server.stop()
  }
}
