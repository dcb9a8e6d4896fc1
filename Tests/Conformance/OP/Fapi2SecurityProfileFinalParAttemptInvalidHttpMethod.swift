// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Foundation
import HTTPTypes
import Testing

struct Fapi2SecurityProfileFinalParAttemptInvalidHttpMethod {
  @Test(
    "fapi2-security-profile-final-par-attempt-invalid-http-method: requests are pushed by POST only"
  )
  func works() async throws {
    let fapi = try await FAPIOP()
    for method in [HTTPRequest.Method.get, .put] {
      let page = try await fapi.op.browser.send(
        method, fapi.op.server.issuer + "/par", body: nil)
      #expect(page.status == 405)
      #expect(page.head.headerFields[.allow] == "POST")
    }
    await fapi.op.server.stop()
  }
}
