// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalEnsureClientAssertionWithExpIs5MinutesInPastFails {
  @Test(
    "fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails: an assertion that ended five minutes ago is refused"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let end = Int(fapi.op.server.clock.now.timeIntervalSince1970) - 300
    try await fapi.expectRefused(["exp": .number(JSONNumber(end))])
  }
}
