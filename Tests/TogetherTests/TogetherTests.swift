// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("One program signed in at all four providers, two users each", .serialized)
struct TogetherTests {
  private static let rounds = ProcessInfo.processInfo.environment["COATCHECK_SOAK"] == nil ? 1 : 100
  private static let errands = 100

  @Test(
    "100 requests each, two expiries and a network cut: one refresh each, no user signed out",
    .timeLimit(.minutes(10)), arguments: 0..<rounds)
  func together(_ round: Int) async throws {
    let folder = try Folder()
    let town = try await Town(in: folder)
    let progress = Progress()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for resident in town.residents {
        for errand in 0..<Self.errands {
          group.addTask {
            try await resident.run(errand, stage: Self.stage(of: errand), progress)
          }
        }
      }
      group.addTask { try await Self.happen(in: town, progress) }
      try await group.waitForAll()
    }

    let state = await progress.state
    for resident in town.residents {
      #expect(state.done[resident.name]?.sorted() == Array(0..<Self.errands), "\(resident.name)")
      #expect(state.cut[resident.name] ?? 0 > 0, "\(resident.name) never met the cut")
      let stored = try #require(try await town.store.session(resident.session.account))
      #expect(stored.generation == 3, "\(resident.name)")
      #expect(stored.refreshMarker == nil)
      #expect(resident.session.stored?.accessToken.matches(stored.accessToken) == true)
    }
    #expect(try await town.store.sessions().count == 8)
    // Two sign-ins, and two refreshes for each user.
    for peer in town.peers {
      #expect(peer.tokenAnswers == [Int](repeating: 200, count: 6), "\(peer.url)")
    }
    await town.cut()
  }

  /// The stage of an errand: with the first tokens, with the second ones, before the cut, or during it.
  private static func stage(of errand: Int) -> Int {
    switch errand {
    case ..<40: 0
    case ..<70: 1
    case ..<85: 2
    default: 3
    }
  }

  /// Lets the tokens expire and cuts the network while the requests run.
  private static func happen(in town: Town, _ progress: Progress) async throws {
    await progress.wait { $0.count >= 100 }
    town.age()
    await progress.change { $0.stage = 1 }
    // All these errands are done, so every session has its second tokens, and no refresh is in progress.
    await progress.wait { $0.count == 8 * 70 }
    await progress.change {
      $0.isUp = false
      $0.stage = 2
    }
    await town.cut()
    town.age()
    await progress.change { $0.stage = 3 }
    await progress.wait { $0.cut.count == 8 }
    try await town.restore()
    await progress.change { $0.isUp = true }
  }
}
