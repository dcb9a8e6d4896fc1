// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParAttemptToUseRequestUriForDifferentClient {
  @Test(
    "fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client: a request_uri is its own client's"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let pushed = try await fapi.push()
    try fapi.op.expectPage(await fapi.op.answer(to: fapi.named(pushed, by: "other")))
    #expect(try await !fapi.code(pushed).isEmpty)
    await fapi.op.server.stop()
  }
}
