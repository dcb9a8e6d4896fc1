// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccClaimsLocales {
  @Test("oidcc-claims-locales: languages of claims are no error")
  func works() async throws {
    let op = try await OP()
    #expect(try await op.tokens(op.request(with: ["claims_locales": "se no"]))["id_token"] != nil)
    await op.server.stop()
  }
}
