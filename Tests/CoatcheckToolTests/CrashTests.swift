// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import CoatcheckTesting
import Foundation
import Testing

@Suite("The tool is killed while it refreshes")
struct CrashTests {
  static let rounds = 200

  // attack: C-83
  @Test(
    "after each of 200 kills the store opens and holds the old or the new tokens, and at the end the session still works",
    .timeLimit(.minutes(5)))
  func killed() async throws {
    let stage = try await Stage.start()
    var before = try await stage.signIn()
    // The time from the start of the process to the moment the tokens are stored: a first guess,
    // which follows the load of the machine from round to round.
    var moment = try await usualTime(stage)
    var random = SplitMix64(seed: 83)
    var tally = (killed: 0, old: 0, new: 0, lost: 0)
    before = try await stage.session()
    for round in 0..<Self.rounds {
      stage.server.clock.set(to: Date())
      let asked = stage.server.requests.count("/token")
      let process = try stage.sandbox.start(["token", "--refresh"])
      try await Task.sleep(for: .seconds(moment * Double.random(in: 0.5...1.5, using: &random)))
      process.send(SIGKILL)
      if await process.ended() == .signal(SIGKILL) { tally.killed += 1 }

      let sessions = try await stage.sandbox.store.sessions()
      #expect(sessions.count == 1, "round \(round)")
      let after = try #require(sessions.first)
      switch after.generation - before.generation {
      case 0:
        tally.old += 1
        moment *= 1.04
        // The worst moment: the server has given out new tokens and nobody has stored them.
        if stage.server.requests.count("/token") > asked { tally.lost += 1 }
        #expect(after.refreshToken?.reveal() == before.refreshToken?.reveal(), "round \(round)")
        #expect(after.accessToken.reveal() == before.accessToken.reveal(), "round \(round)")
      case 1:
        tally.new += 1
        moment *= 0.96
        #expect(after.refreshToken?.reveal() != before.refreshToken?.reveal(), "round \(round)")
        #expect(after.accessToken.reveal() != before.accessToken.reveal(), "round \(round)")
      default:
        Issue.record("round \(round): generation \(before.generation) became \(after.generation)")
      }
      before = after
    }
    let last = try await stage.run(["token", "--refresh"])
    #expect(await last.ended() == .exit(0), "\(last.errors)")
    #expect(try await stage.session().generation == before.generation + 1)
    print("crash safety:", tally)
    // A test in which nothing was killed, or everything too early, would prove nothing.
    #expect(tally.killed >= 50 && tally.old >= 20 && tally.new >= 20, "\(tally)")
    await stage.server.stop()
  }

  /// How long an undisturbed refresh takes here and now, in seconds.
  private func usualTime(_ stage: Stage) async throws -> Double {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<5 {
      let start = clock.now
      let run = try await stage.run(["token", "--refresh"])
      times.append(clock.now - start)
      #expect(await run.ended() == .exit(0), "\(run.errors)")
    }
    return times.sorted()[2] / .seconds(1)
  }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
