// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Oidcc3rdPartyInitLoginNohttps {
  @Test("oidcc-3rd_party-init-login-nohttps: an address that isn't https is refused")
  func refused() async throws {
    let op = try await RegisteringOP()
    let reply = try await op.register(["initiate_login_uri": "http://c.example/begin"])
    #expect(reply.status == 400 && reply.error == "invalid_client_metadata")
    await op.stop()
  }
}
