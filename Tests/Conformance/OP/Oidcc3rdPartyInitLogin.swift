// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Oidcc3rdPartyInitLogin {
  @Test("oidcc-3rd_party-init-login: an address where others begin a sign-in is registered")
  func works() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["initiate_login_uri": "https://c.example/begin"])
    #expect(reply.json["initiate_login_uri"] == "https://c.example/begin")
    #expect(try await op.client(reply).tokens()["id_token"] != nil)
    await op.stop()
  }
}
