// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import HTTPTypes
import Testing

struct OidccUserinfoPostHeader {
  @Test("oidcc-userinfo-post-header: the claims are had by POST with the token in the field")
  func works() async throws {
    let op = try await OP()
    let answer = try await op.userInfo(op.tokens()["access_token"], method: .post)
    #expect(answer.status == 200)
    #expect(answer.json["sub"]?.stringValue == TestUser.alice.id)
    await op.server.stop()
  }
}
