// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureMismatchedDpopJktFails {
  @Test(
    "fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails: a pushed request whose dpop_jkt is not the key of its own proof is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let other = try SigningKey.generate(.es256).publicJWK.thumbprint
    let refused = try await fapi.push(
      with: ["dpop_jkt": other], proof: fapi.proof("/par"))
    #expect(refused.status == 400)
    #expect(["invalid_dpop_proof", "invalid_request"].contains(refused.error))
    await fapi.op.server.stop()
  }
}
