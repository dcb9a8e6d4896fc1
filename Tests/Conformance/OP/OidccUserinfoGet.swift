// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccUserinfoGet {
  @Test("oidcc-userinfo-get: the claims are had by GET")
  func works() async throws {
    let op = try await OP()
    let answer = try await op.userInfo(op.tokens()["access_token"])
    #expect(answer.status == 200)
    #expect(answer.json["sub"]?.stringValue == TestUser.alice.id)
    await op.server.stop()
  }
}
