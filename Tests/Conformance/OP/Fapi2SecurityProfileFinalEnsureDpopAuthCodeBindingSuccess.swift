// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureDpopAuthCodeBindingSuccess {
  @Test(
    "fapi2-security-profile-final-ensure-dpop-auth-code-binding-success: the key that dpop_jkt named gets the token"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(
      fapi.push(with: ["dpop_jkt": fapi.proofKey.publicJWK.thumbprint]))
    let reply = try await fapi.redeem(code, proof: fapi.proof("/token"))
    #expect(reply.status == 200)
    #expect(reply.json["token_type"]?.stringValue == "DPoP")
    await fapi.op.server.stop()
  }
}
