// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccUiLocales {
  @Test("oidcc-ui-locales: languages that aren't spoken are no error")
  func works() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["ui_locales": "se no"]))["id_token"] != nil)
    await op.server.stop()
  }
}
