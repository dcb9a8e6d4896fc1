// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccDisplayPage {
  @Test("oidcc-display-page: display=page is no error")
  func works() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["display": "page"]))["id_token"] != nil)
    await op.server.stop()
  }
}
