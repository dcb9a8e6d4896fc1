// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import IDaaSExample
import TestKit

@Suite("The example for IDaaS")
struct IDaaSExampleTests {
  @Test("registers a user, who then signs in without a proof, and on pages")
  func example() async throws {
    // The example uses the real clock, so the service uses it too.
    let server = try await IDaaSTestServer.start(clock: TestClock(at: Date()))
    let example = try IDaaSExample(
      domain: server.origin, clientID: "app", store: MemoryTokenStore())
    let (token, uid) = server.weibo.token(for: .alice)
    let session = try #require(
      try await example.signIn(Secret(token), uid: uid) {
        "138 0000 0000"
      } code: {
        Secret(server.outbox.messages.last?.code ?? "")
      })
    #expect(try await example.user(session).mobile == "+86-13800000000")
    let again = try await example.signIn(Secret(token), uid: uid) {
      ""
    } code: {
      Secret("")
    }
    #expect(again?.account == session.account)
    let agent = StandInUser.alice.agent()
    #expect(try await example.signIn(on: agent)?.account == session.account)
    await #expect(throws: IDaaSExampleError.self) {
      let (token, uid) = server.weibo.token(for: .bob)
      return try await example.signIn(Secret(token), uid: uid) {
        "12"
      } code: {
        Secret("")
      }
    }
  }
}
