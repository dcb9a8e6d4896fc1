// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRequestUriUnsignedSupportedCorrectlyOrRejectedAsUnsupported {
  @Test(
    "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported: a request by reference is refused by its name"
  )
  func refused() async throws {
    let op = try await OP()
    let reference = ["request_uri": "https://c.example/request.jwt"]
    let page = try await op.answer(to: op.request(with: reference))
    #expect(try op.redirected(page)["error"] == "request_uri_not_supported")
    await op.server.stop()
  }
}
