// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccRedirectUriRegfrag {
  @Test("oidcc-redirect-uri-regfrag: a redirect URI with a fragment isn't registered")
  func refused() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["redirect_uris": ["https://c.example/cb#here"]])
    #expect(reply.status == 400 && reply.error == "invalid_redirect_uri")
    await op.stop()
  }
}
