// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccIdTokenHint {
  @Test("oidcc-id-token-hint: with a hint about the person who is signed in, nobody is asked")
  func works() async throws {
    let op = try await OP()
    let first = try await op.tokens()
    let asked = op.request(with: [
      "prompt": "none", "id_token_hint": first["id_token"]?.stringValue,
    ])
    let reply = try op.redirected(await op.answer(to: asked))
    let second = try await op.redeem(reply["code"])
    let claims = try await op.claims(of: second.json["id_token"]).claims
    #expect(try await claims["sub"] == op.claims(of: first["id_token"]).claims["sub"])
    await op.server.stop()
  }
}
