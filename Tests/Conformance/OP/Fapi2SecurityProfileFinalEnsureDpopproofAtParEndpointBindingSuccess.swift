// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureDpopproofAtParEndpointBindingSuccess {
  @Test(
    "fapi2-security-profile-final-ensure-dpopproof-at-par-endpoint-binding-success: the key that proved the pushed request gets the token"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push(proof: fapi.proof("/par")))
    let reply = try await fapi.redeem(code, proof: fapi.proof("/token"))
    #expect(reply.json["token_type"]?.stringValue == "DPoP")
    let token = reply.json["access_token"]
    let proof = try fapi.proof(
      "/userinfo", method: "GET", for: Secret(token?.stringValue ?? ""))
    #expect(try await fapi.userInfo(token, proof: proof).status == 200)
    await fapi.op.server.stop()
  }
}
