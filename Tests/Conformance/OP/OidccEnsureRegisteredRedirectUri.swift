// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsureRegisteredRedirectUri {
  @Test("oidcc-ensure-registered-redirect-uri: another redirect URI gets an error page")
  func refused() async throws {
    let op = try await OP()
    let other = ["redirect_uri": "https://c.example/other"]
    op.expectPage(try await op.answer(to: op.request(with: other)))
    await op.server.stop()
  }
}
