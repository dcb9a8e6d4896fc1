// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalCheckDpopProofNbfExp {
  @Test(
    "fapi2-security-profile-final-check-dpop-proof-nbf-exp: a proof counts by its iat, and one that says it is over is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    let now = Int(fapi.op.server.clock.now.timeIntervalSince1970)
    for (claim, time) in [("exp", now - 120), ("nbf", now + 120)] {
      let refused = try await fapi.redeem(
        code, proof: fapi.proof("/token", claim: claim, time))
      #expect(refused.error == "invalid_dpop_proof")
    }
    #expect(try await fapi.redeem(code, proof: fapi.proof("/token")).status == 200)
    await fapi.op.server.stop()
  }
}
