// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccDisplayPopup {
  @Test("oidcc-display-popup: display=popup is no error")
  func works() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["display": "popup"]))["id_token"] != nil)
    await op.server.stop()
  }
}
