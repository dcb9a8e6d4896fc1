// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2OPProofTests {
  @Test(
    "fapi2-security-profile-final-check-dpop-proof-nbf-exp: a proof counts by its iat, and one that says it is over is refused"
  )
  func checkDpopProofNbfExp() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    let now = Int(fapi.op.server.clock.now.timeIntervalSince1970)
    for (claim, time) in [("exp", now - 120), ("nbf", now + 120)] {
      let refused = try await fapi.redeem(code, proof: fapi.proof("/token", claim: claim, time))
      #expect(refused.error == "invalid_dpop_proof")
    }
    #expect(try await fapi.redeem(code, proof: fapi.proof("/token")).status == 200)
  }

  @Test(
    "fapi2-security-profile-final-dpop-negative-tests: a proof that is missing, old, for another address or another method brings no token"
  )
  func dpopNegativeTests() async throws {
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
  }

  @Test(
    "fapi2-security-profile-final-ensure-dpop-auth-code-binding-success: the key that dpop_jkt named gets the token"
  )
  func ensureDpopAuthCodeBindingSuccess() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(
      fapi.push(with: ["dpop_jkt": fapi.proofKey.publicJWK.thumbprint]))
    let reply = try await fapi.redeem(code, proof: fapi.proof("/token"))
    #expect(reply.status == 200)
    #expect(reply.json["token_type"]?.stringValue == "DPoP")
  }

  @Test(
    "fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds: a proof from ten seconds ahead is good"
  )
  func ensureDpopproofWithIat10secondsAfterSucceeds() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    #expect(try await fapi.redeem(code, proof: fapi.proof("/token", offset: 10)).status == 200)
  }

  @Test(
    "fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-before-succeeds: a proof that is ten seconds old is good"
  )
  func ensureDpopproofWithIat10secondsBeforeSucceeds() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    #expect(try await fapi.redeem(code, proof: fapi.proof("/token", offset: -10)).status == 200)
  }

  @Test(
    "fapi2-security-profile-final-ensure-holder-of-key-required: a code brings nothing without a proof, and a bound token opens nothing without one"
  )
  func ensureHolderOfKeyRequired() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    let refused = try await fapi.redeem(code, proof: nil)
    #expect(refused.status == 400)
    let token = try await fapi.redeem(code, proof: fapi.proof("/token")).json["access_token"]
    #expect(try await fapi.op.userInfo(token).status == 401)
    #expect(try await fapi.userInfo(token, proof: nil).status == 401)
  }

  @Test(
    "fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails: a pushed request whose dpop_jkt is not the key of its own proof is refused"
  )
  func ensureMismatchedDpopJktFails() async throws {
    let fapi = try await FAPIOP()
    let other = try SigningKey.generate(.es256).publicJWK.thumbprint
    let refused = try await fapi.push(with: ["dpop_jkt": other], proof: fapi.proof("/par"))
    #expect(refused.status == 400)
    #expect(["invalid_dpop_proof", "invalid_request"].contains(refused.error))
  }

  @Test(
    "fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-jkt: a code that was bound by dpop_jkt is good for no other key"
  )
  func ensureTokenEndpointFailsWithMismatchedDpopJkt() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(
      fapi.push(with: ["dpop_jkt": fapi.proofKey.publicJWK.thumbprint]))
    let other = try SigningKey.generate(.es256)
    let refused = try await fapi.redeem(code, proof: fapi.proof("/token", by: other))
    #expect(refused.status == 400)
    #expect(refused.error == "invalid_grant")
  }

  @Test(
    "fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt: a code that was bound by the proof of the pushed request is good for no other key"
  )
  func ensureTokenEndpointFailsWithMismatchedDpopProofJkt() async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push(proof: fapi.proof("/par")))
    let other = try SigningKey.generate(.es256)
    let refused = try await fapi.redeem(code, proof: fapi.proof("/token", by: other))
    #expect(refused.status == 400)
    #expect(refused.error == "invalid_grant")
  }
}
