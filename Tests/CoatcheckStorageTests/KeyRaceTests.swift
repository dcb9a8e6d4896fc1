// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Servers on one file that replace the key set")
struct KeyRaceTests {
  // attack: K-03
  @Test("exactly one of them succeeds, a hundred times")
  func race() async throws {
    let directory = try Folder()
    let clock = TestClock()
    var environment = RuntimeEnvironment.live
    environment.now = { clock.now }
    let sealer = Sealer(
      master: try #require(MasterKey(bytes: Array(repeating: 7, count: 32))),
      environment: environment)
    var stores: [SQLiteStore] = []
    for _ in 0..<4 { stores.append(try await SQLiteStore(path: directory.file)) }
    let rotation = try KeyRotation(lifetime: 1_200, announcement: 600, retention: 600)
    let nodes = stores.map {
      SigningKeys(store: $0, sealer: sealer, rotation: rotation, algorithms: [])
    }
    for node in nodes { try await node.start() }
    for node in nodes { _ = try await node.ring() }
    for round in 1...100 {
      clock.advance(by: .seconds(round == 1 ? 600 : 1_200))
      let made = try await concurrently(nodes.count) { [nodes] in
        try await nodes[$0].maintain().made
      }.flatMap(\.self)
      #expect(made.count == 1)
      #expect(try await stores[0].keySet()?.version == round + 1)
      for node in nodes {
        let schedule = try await node.schedule()
        #expect(schedule.map(\.stage) == [.active, .announced])
        #expect(schedule.last?.id == made.first)
      }
    }
    for store in stores { try await store.close() }
  }
}
