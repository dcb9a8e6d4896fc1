// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccIdtokenSignature {
  @Test("oidcc-idtoken-signature: the ID token names a published key and verifies by it")
  func works() async throws {
    let op = try await OP()
    let (header, claims) = try await op.claims(of: op.tokens()["id_token"])
    #expect(header.keyID != nil)
    #expect(claims["iss"]?.stringValue == op.server.issuer)
    await op.server.stop()
  }
}
