// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccIdtokenRs256 {
  @Test("oidcc-idtoken-rs256: the ID token is signed with RS256, as registered")
  func works() async throws {
    let op = try await OP()
    let (header, _) = try await op.claims(of: op.tokens()["id_token"])
    #expect(header.algorithm == .rs256)
    await op.server.stop()
  }
}
