// SPDX-License-Identifier: Apache-2.0

import CoatcheckKii
import CoatcheckKiiTesting
import KiiExample
import TestKit

@Suite("The example for Kii")
struct KiiExampleTests {
  @Test("signs in two people and a token, switches between them, and lets one go")
  func example() async throws {
    // The example has the real clock, and so has the app.
    let kii = try await StandIn.start(KiiService(), clock: TestClock(at: Date()))
    let example = try KiiExample(
      site: .custom(kii.url), appID: "app", appKey: "key", store: MemoryTokenStore())
    for person in [StandInUser.alice, .bob] {
      try await example.signIn(person.username, person.password)
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
