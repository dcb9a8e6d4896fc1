// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccEnsureRequestWithoutNonceSucceedsForCodeFlow {
  @Test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow: the code flow needs no nonce")
  func works() async throws {
    let op = try await OP()
    let tokens = try await op.tokens(op.request(with: ["nonce": nil]))
    #expect(try await op.claims(of: tokens["id_token"]).claims["nonce"] == nil)
    await op.server.stop()
  }
}
