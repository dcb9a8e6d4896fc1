// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2OPProofTests {
  @Test(
    "fapi2-security-profile-final-check-dpop-proof-nbf-exp: the server refuses a proof outside of its nbf and exp"
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
    "fapi2-security-profile-final-dpop-negative-tests: the server refuses a malformed or old proof, and one for another address or method"
  )
  func dpopNegativeTests() async throws {
    let fapi = try await FAPIOP()
    let stale = try fapi.proof("/token", offset: -61)
    let cases = [
      try fapi.proof("/par"), try fapi.proof("/token", method: "GET"), stale, "no proof at all",
    ]
    for proof in cases {
      let refused = try await fapi.redeem(fapi.code(fapi.push()), proof: proof)
      #expect(refused.status == 400 && refused.error == "invalid_dpop_proof")
    }
  }

  @Test(
    "fapi2-security-profile-final-ensure-dpop-auth-code-binding-success: the key in dpop_jkt redeems the code"
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
    "The server accepts a proof with an iat ten seconds from now",
    arguments: [
      Case("fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-after-succeeds", 10.0),
      Case("fapi2-security-profile-final-ensure-dpopproof-with-iat-10seconds-before-succeeds", -10),
    ])
  func ensureDpopproofWithIatSucceeds(_ row: Case<TimeInterval>) async throws {
    let fapi = try await FAPIOP()
    let code = try await fapi.code(fapi.push())
    let proof = try fapi.proof("/token", offset: row.value)
    #expect(try await fapi.redeem(code, proof: proof).status == 200)
  }

  @Test(
    "fapi2-security-profile-final-ensure-holder-of-key-required: the token and userinfo endpoints refuse requests without a proof"
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
    "fapi2-security-profile-final-ensure-mismatched-dpop-jkt-fails: the server refuses a pushed request whose dpop_jkt is not the key of its proof"
  )
  func ensureMismatchedDpopJktFails() async throws {
    let fapi = try await FAPIOP()
    let other = try SigningKey.generate(.es256).publicJWK.thumbprint
    let refused = try await fapi.push(with: ["dpop_jkt": other], proof: fapi.proof("/par"))
    #expect(refused.status == 400)
    #expect(["invalid_dpop_proof", "invalid_request"].contains(refused.error))
  }

  @Test(
    "The server refuses the proof of another key than the code is bound to",
    arguments: [
      Case(
        "fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-jkt", false),
      Case(
        "fapi2-security-profile-final-ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt",
        true),
    ])
  func ensureTokenEndpointFailsWithMismatchedKey(_ boundByProof: Case<Bool>) async throws {
    let fapi = try await FAPIOP()
    let pushed =
      boundByProof.value
      ? try await fapi.push(proof: fapi.proof("/par"))
      : try await fapi.push(with: ["dpop_jkt": fapi.proofKey.publicJWK.thumbprint])
    let code = try await fapi.code(pushed)
    let other = try SigningKey.generate(.es256)
    let refused = try await fapi.redeem(code, proof: fapi.proof("/token", by: other))
    #expect(refused.status == 400 && refused.error == "invalid_grant")
  }
}
