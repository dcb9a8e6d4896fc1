// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParTestTokenEndpointUrlAsAudienceFails {
  @Test(
    "fapi2-security-profile-final-par-test-token-endpoint-url-as-audience-fails: an assertion for the address of the token endpoint is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    try await fapi.expectRefused(["aud": .string(fapi.op.server.issuer + "/token")])
  }
}
