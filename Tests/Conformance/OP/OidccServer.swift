// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccServer {
  @Test("oidcc-server: a whole sign-in works")
  func works() async throws {
    let op = try await OP()
    let callback = try await op.callback()
    #expect(callback["state"] == "state-0123456789")
    #expect(callback["iss"] == op.server.issuer)
    let tokens = try await op.redeem(callback["code"]).json
    let claims = try await op.claims(of: tokens["id_token"]).claims
    #expect(claims["nonce"] == "nonce-0123456789")
    #expect(claims["aud"] == "rp")
    let person = try await op.userInfo(tokens["access_token"])
    #expect(person.json["sub"] == claims["sub"])
    await op.server.stop()
  }
}
