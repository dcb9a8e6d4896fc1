// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalAccessTokenTypeHeaderCaseSensitivity {
  @Test(
    "fapi2-security-profile-final-access-token-type-header-case-sensitivity: the letter case of the scheme doesn't matter"
  )
  func works() async throws {
    let op = try await OP()
    let token = try await op.tokens()["access_token"]
    for scheme in ["bearer", "BEARER", "bEARER"] {
      #expect(try await op.userInfo(token, scheme: scheme).status == 200)
    }
    await op.server.stop()
  }
}
