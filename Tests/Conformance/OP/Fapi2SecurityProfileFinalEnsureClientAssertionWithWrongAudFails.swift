// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureClientAssertionWithWrongAudFails {
  @Test(
    "fapi2-security-profile-final-ensure-client-assertion-with-wrong-aud-fails: an assertion for somebody else is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    try await fapi.expectRefused(["aud": "https://other1.example.com/invalid"])
  }
}
