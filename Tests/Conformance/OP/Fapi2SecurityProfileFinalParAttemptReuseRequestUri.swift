// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParAttemptReuseRequestUri {
  @Test(
    "fapi2-security-profile-final-par-attempt-reuse-request_uri: a request_uri works once"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    let pushed = try await fapi.push()
    _ = try await fapi.code(pushed)
    try fapi.op.expectPage(await fapi.op.answer(to: fapi.named(pushed)))
    await fapi.op.server.stop()
  }
}
