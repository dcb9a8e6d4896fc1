// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsureRedirectUriInAuthorizationRequest {
  @Test(
    "oidcc-ensure-redirect-uri-in-authorization-request: a request without a redirect URI gets an error page"
  )
  func refused() async throws {
    let op = try await OP()
    op.expectPage(try await op.answer(to: op.request(with: ["redirect_uri": nil])))
    await op.server.stop()
  }
}
