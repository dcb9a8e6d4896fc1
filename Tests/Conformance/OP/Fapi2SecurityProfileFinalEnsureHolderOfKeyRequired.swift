// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureHolderOfKeyRequired {
  @Test(
    "fapi2-security-profile-final-ensure-holder-of-key-required: a code brings nothing without a proof, and a bound token opens nothing without one"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    let refused = try await fapi.redeem(code, proof: nil)
    #expect(refused.status == 400)
    let token = try await fapi.redeem(code, proof: fapi.proof("/token")).json["access_token"]
    #expect(try await fapi.op.userInfo(token).status == 401)
    #expect(try await fapi.userInfo(token, proof: nil).status == 401)
    await fapi.op.server.stop()
  }
}
