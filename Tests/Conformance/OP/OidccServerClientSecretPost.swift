// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccServerClientSecretPost {
  @Test("oidcc-server-client-secret-post: a client may prove itself in the form")
  func works() async throws {
    let op = try await OP(OP.client(method: "client_secret_post"))
    let tokens = try await op.tokens()
    #expect(try await op.userInfo(tokens["access_token"]).status == 200)
    await op.server.stop()
  }
}
