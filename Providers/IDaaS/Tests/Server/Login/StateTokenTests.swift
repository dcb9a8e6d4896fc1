// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

@Suite("A state token", .timeLimit(.minutes(10)))
struct StateTokenTests {
  @Test(
    "is 256 random bits, and what it stands for stays at the server, under its digest",
    arguments: StoreChoice.allCases)
  func handle(_ store: StoreChoice) async throws {
    let world = try await LoginWorld.start(store: store)
    var random: Set<[UInt8]> = []
    for user in [StandInUser.alice, .alice, .bob] {
      let token = try await world.state(user)
      // A prefix, 43 characters and a checksum of six.
      #expect(token.hasPrefix("cc_st_") && token.utf8.count == 55)
      let bytes = try Base64URL.decode(token.dropFirst(6).dropLast(6))
      #expect(bytes.count == 32)
      random.insert(bytes)
      let uid = world.server.weibo.service.uid(of: user)
      #expect(!token.contains(uid) && bytes.firstRange(of: Array(uid.utf8)) == nil)
      let kept = try #require(
        try await world.server.store.pending(
          TokenDigest(of: Secret(token)), at: world.server.clock.now))
      #expect(kept.identity.subject == uid && kept.device == "phone-1")
      for name in try world.folder?.names() ?? [] {
        let file = Data(try #require(world.folder?.read(name)))
        #expect(file.range(of: Data(token.utf8)) == nil, "\(name)")
      }
    }
    #expect(random.count == 3)
  }
}
