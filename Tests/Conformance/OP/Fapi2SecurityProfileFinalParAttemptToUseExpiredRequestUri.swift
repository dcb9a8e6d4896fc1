// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParAttemptToUseExpiredRequestUri {
  @Test(
    "fapi2-security-profile-final-par-attempt-to-use-expired-request_uri: a request_uri is over after the time the answer named"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let pushed = try await fapi.push()
    let seconds = try #require(pushed.json["expires_in"]?.intValue)
    fapi.op.server.clock.advance(by: .seconds(seconds))
    try fapi.op.expectPage(await fapi.op.answer(to: fapi.named(pushed)))
    await fapi.op.server.stop()
  }
}
