// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckTesting
import Testing

struct OidccUserinfoPostBody {
  @Test("oidcc-userinfo-post-body: the claims are had by POST with the token in the form")
  func works() async throws {
    let op = try await OP()
    var form = Parameters()
    form["access_token"] = try await op.tokens()["access_token"]?.stringValue
    let answer = OP.Reply(try await op.browser.post(op.server.issuer + "/userinfo", form))
    #expect(answer.status == 200)
    #expect(answer.json["sub"]?.stringValue == TestUser.alice.id)
    await op.server.stop()
  }
}
