// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckServer
import CoatcheckTesting
import HTTPTypes
import Testing

struct OidccBackchannelRpInitiatedLogout {
  @Test("oidcc-backchannel-rp-initiated-logout: the client is sent a logout token that holds")
  func works() async throws {
    try await LoopbackApp.run { app in
      let op = try await OP(OP.leaving(told: app.origin + "/bye"))
      let environment = op.environment
      let rules = BackChannelLogoutReceiver(
        metadata: try await op.metadata(), clientID: "rp",
        keys: KeySetCache(transport: .platform, environment: environment), environment: environment
      ) { token in #expect(token.subject == TestUser.alice.id && token.sessionID != nil) }
      app.answer { request in
        let (head, body) = await rules.answer(head: request.head, body: request.body)
        #expect(head.status == .ok)
        return ServedResponse(head: head, body: body)
      }
      let page = try await op.signInAndOut()
      #expect(page.location == OP.out + "?state=state-9876543210")
      #expect(app.paths == ["/bye"])
      await op.server.stop()
    }
  }
}
