// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct Fapi2SecurityProfileFinalRefreshToken {
  @Test(
    "fapi2-security-profile-final-refresh-token: a refresh brings tokens, and is another client's never"
  )
  func works() async throws {
    let op = try await OP(others: [.web])
    let token = try await op.tokens()["refresh_token"]?.stringValue
    #expect(try await op.refresh(token, as: .web).error == "invalid_grant")
    let fresh = try await op.refresh(token)
    #expect(fresh.status == 200)
    #expect(try await op.userInfo(fresh.json["access_token"]).status == 200)
    await op.server.stop()
  }
}
