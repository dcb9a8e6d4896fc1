// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRedirectUriQueryAdded {
  @Test("oidcc-redirect-uri-query-added: a query that isn't registered gets an error page")
  func refused() async throws {
    let op = try await OP()
    let added = ["redirect_uri": "https://c.example/cb?tenant=a"]
    op.expectPage(try await op.answer(to: op.request(with: added)))
    await op.server.stop()
  }
}
