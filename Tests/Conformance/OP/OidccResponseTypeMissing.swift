// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccResponseTypeMissing {
  @Test("oidcc-response-type-missing: a request without a response type is refused")
  func refused() async throws {
    let op = try await OP()
    let page = try await op.answer(to: op.request(with: ["response_type": nil]))
    let answer = try op.redirected(page)
    #expect(answer["error"] == "invalid_request")
    #expect(answer["state"] == "state-0123456789")
    #expect(answer["code"] == nil)
    await op.server.stop()
  }
}
