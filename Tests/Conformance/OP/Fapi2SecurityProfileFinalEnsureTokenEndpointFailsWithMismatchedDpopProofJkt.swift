// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureTokenEndpointFailsWithMismatchedDpopProofJkt {
  @Test(
    "fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt: a code that was bound by the proof of the pushed request is good for no other key"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push(proof: fapi.proof("/par")))
    let other = try SigningKey.generate(.es256)
    let refused = try await fapi.redeem(code, proof: fapi.proof("/token", by: other))
    #expect(refused.status == 400)
    #expect(refused.error == "invalid_grant")
    await fapi.op.server.stop()
  }
}
