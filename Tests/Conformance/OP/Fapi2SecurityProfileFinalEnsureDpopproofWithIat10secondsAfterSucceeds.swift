// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureDpopproofWithIat10secondsAfterSucceeds {
  @Test(
    "fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds: a proof from ten seconds ahead is good"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    #expect(try await fapi.redeem(code, proof: fapi.proof("/token", offset: 10)).status == 200)
    await fapi.op.server.stop()
  }
}
