// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import KiiExample
import TestKit

@Suite("The example for Kii")
struct KiiExampleTests {
  @Test("signs in two users and a token, switches between them, and signs one out")
  func example() async throws {
    // The example uses the wall clock, so the stand-in starts at the present.
    let kii = try await StandIn.start(KiiService(), clock: TestClock(at: Date()))
    let example = try KiiExample(
      site: .custom(kii.url), appID: "app", appKey: "key", store: MemoryTokenStore())
    for user in [StandInUser.alice, .bob] {
      try await example.signIn(user.username, user.password)
    }
    for name in ["alice", "bob", "alice"] {
      #expect(try await example.user(name).loginName == name)
    }
    let dictionary = try #require(try await example.dictionary("alice"))
    let token = Secret(try #require(dictionary["access_token"] as? String))
    let end = try #require(dictionary["expires_at"] as? Date)
    #expect(abs(end.timeIntervalSince(kii.clock.now) - 7 * 86_400) < 3600)
    try await example.signOut("alice")
    await #expect(throws: KiiExampleError.self) { try await example.user("alice") }
    #expect(try await example.dictionary("alice") == nil)
    try await example.signIn(withTokenOf: "alice", token)
    #expect(try await example.user("alice").id == "u-alice")
    #expect(try await example.user("bob").id == "u-bob")
  }
}
