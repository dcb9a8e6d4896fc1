// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureClientAssertionWithNoSubFails {
  @Test(
    "fapi2-security-profile-final-ensure-client-assertion-with-no-sub-fails: an assertion without sub is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    try await fapi.expectRefused(["sub": nil])
  }
}
