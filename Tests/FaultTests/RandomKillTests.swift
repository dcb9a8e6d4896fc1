// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A program is killed at random moments around a refresh")
struct RandomKillTests {
  /// The killed program, and the number of kills.
  enum Victim: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// A worker that is told to refresh, and killed soon after.
    case worker
    /// The command, at any moment after its start.
    case command

    var rounds: Int {
      self == .worker ? Rounds.count(500, soak: 2000) : Rounds.count(100, soak: 500)
    }
    var testDescription: String { "the \(rawValue), \(rounds) times" }
  }

  struct Tally: CustomStringConvertible {
    var kills = 0
    var old = 0
    var new = 0
    /// The server has issued new tokens, but they are not stored.
    var lost = 0

    static func + (one: Tally, other: Tally) -> Tally {
      Tally(
        kills: one.kills + other.kills, old: one.old + other.old, new: one.new + other.new,
        lost: one.lost + other.lost)
    }

    var description: String {
      "\(kills) kills, \(old) left the old session and \(new) the new one,"
        + " \(lost) rotated but not stored and all of them recovered"
    }
  }

  // attack: C-42, C-83
  @Test(
    "each kill leaves the old or the new session, and the session keeps working",
    .timeLimit(.minutes(15)), arguments: Victim.allCases)
  func killed(_ victim: Victim) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
      for lane in 0...1 {
        group.addTask { try await run(victim, seed: UInt64(83 + lane), victim.rounds / 2) }
      }
      return try await group.reduce(Tally()) { $0 + $1 }
    }
    print("random kills: \(victim.rawValue): \(tally), in \(start.duration(to: clock.now))")
    // If no program was killed, or all of them too early, the test would prove nothing.
    #expect(tally.kills >= victim.rounds / 10, "\(tally)")
    #expect(tally.old >= victim.rounds / 10 && tally.new >= victim.rounds / 10, "\(tally)")
    if victim == .worker { #expect(tally.kills == victim.rounds && tally.lost > 0, "\(tally)") }
  }

  private func run(_ victim: Victim, seed: UInt64, _ rounds: Int) async throws -> Tally {
    let stage = try await Stage.start(at: Date())
    let path = stage.path("sessions")
    let store = FileTokenStore(directory: path)
    var before = try await stage.signIn(into: store)
    // The time until the tokens are stored: a first estimate, which is adapted to the load of the machine.
    var moment = try await usualTime(of: victim, stage, path) * 0.7
    before = try #require(await store.session(before.account))
    var random = SplitMix64(seed: seed)
    var tally = Tally()
    for round in 0..<rounds {
      let asked = stage.server.requests.count("/token")
      let program = try await start(victim, stage, path)
      let wait = moment * Double.random(in: 0...2, using: &random)
      try await Task.sleep(for: .seconds(wait))
      program.signal(SIGKILL)
      if await program.ended() == .signal(SIGKILL) { tally.kills += 1 }
      let outcome = try await SessionCheck.outcome(in: store, path, before: before)
      if outcome == "new" {
        tally.new += 1
        moment *= 0.94
      } else {
        tally.old += 1
        if stage.server.requests.count("/token") > asked { tally.lost += 1 }
        moment *= 1.06
      }
      before = try #require(await store.session(before.account), "round \(round)")
      #expect(try await stage.isAlive(before), "round \(round)")
    }
    let worker = try await stage.worker(in: path)
    let answer = await worker.ask("refresh")
    let last = try #require(await store.session(before.account))
    #expect(answer == Stage.answer(last))
    #expect(try await stage.accepts(last))
    #expect(try await stage.isAlive(last))
    worker.tell("quit")
    await stage.server.stop()
    return tally
  }

  /// The duration of an undisturbed refresh on this machine, in seconds.
  private func usualTime(of victim: Victim, _ stage: Stage, _ path: String) async throws -> Double {
    let clock = ContinuousClock()
    var times: [Duration] = []
    for _ in 0..<3 {
      let program = try await start(victim, stage, path)
      let begun = clock.now
      if victim == .worker { program.tell("quit") }
      #expect(await program.ended() == .exit(0))
      times.append(clock.now - begun)
    }
    return times.sorted()[1] / .seconds(1)
  }

  /// Starts the program; a worker is ready and has just been told to refresh.
  private func start(_ victim: Victim, _ stage: Stage, _ path: String) async throws -> Program {
    switch victim {
    case .worker:
      let worker = try await stage.worker(in: path)
      _ = await worker.ask("load")
      worker.tell("refresh")
      return worker
    case .command:
      return try CrashPoints.command(["token", "--refresh"], path, [:])
    }
  }
}
