// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccAlternateHappyFlow {
  @Test("oidcc-alternate-happy-flow: the order of parameters doesn't matter")
  func works() async throws {
    let op = try await OP()
    let reversed = Parameters(op.request.pairs.reversed().map { ($0.name, $0.value) })
    let tokens = try await op.tokens(reversed)
    #expect(try await op.claims(of: tokens["id_token"]).claims["nonce"] == "nonce-0123456789")
    await op.server.stop()
  }
}
