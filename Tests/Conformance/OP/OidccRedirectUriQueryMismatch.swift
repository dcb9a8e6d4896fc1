// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRedirectUriQueryMismatch {
  @Test(
    "oidcc-redirect-uri-query-mismatch: another query than the registered one gets an error page")
  func refused() async throws {
    let op = try await OP(OP.client("https://c.example/cb?tenant=a"))
    let other = ["redirect_uri": "https://c.example/cb?tenant=b"]
    op.expectPage(try await op.answer(to: op.request(with: other)))
    await op.server.stop()
  }
}
