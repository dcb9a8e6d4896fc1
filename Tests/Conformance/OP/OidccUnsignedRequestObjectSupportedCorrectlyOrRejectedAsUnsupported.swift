// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccUnsignedRequestObjectSupportedCorrectlyOrRejectedAsUnsupported {
  @Test(
    "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported: an unsigned request object is refused"
  )
  func refused() async throws {
    let op = try await OP()
    let object = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".e30."
    let page = try await op.answer(to: op.request(with: ["request": object]))
    #expect(try op.redirected(page)["error"] == "invalid_request_object")
    await op.server.stop()
  }
}
