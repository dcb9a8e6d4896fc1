// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A program is killed while the browser is in front of it")
struct ResumeAfterKillTests {
  static let rounds = Rounds.count(50, soak: 200)

  // SG-04
  @Test(
    "another one finishes the sign-in with the callback, exactly once", .timeLimit(.minutes(10)))
  func resumed() async throws {
    let stage = try await Stage.start(at: Date())
    for round in 0..<Self.rounds {
      let path = stage.path("round-\(round)")
      let first = try await stage.worker(in: path)
      let line = try #require(await first.ask("begin"))
      first.signal(SIGKILL)
      #expect(await first.ended() == .signal(SIGKILL))
      let url = try #require(URL(string: String(line.dropFirst("open ".count))), "\(line)")
      let callback = try await stage.agent.authorize(at: url)
      let asked = stage.server.requests.count("/token")

      // Two programs that the system opens with the same address.
      let workers = [try await stage.worker(in: path), try await stage.worker(in: path)]
      async let one = workers[0].ask("resume \(callback)")
      async let other = workers[1].ask("resume \(callback)")
      let answers = await [one, other].compactMap(\.self)
      #expect(answers.count { $0.hasPrefix("token 1 ") } == 1, "\(answers)")
      #expect(answers.count { $0 == "none" } == 1, "\(answers)")
      #expect(stage.server.requests.count("/token") == asked + 1)
      #expect(await workers[0].ask("resume \(callback)") == "none")

      let stored = try await FileTokenStore(directory: path).sessions()
      #expect(stored.map(\.name) == ["main"])
      workers.forEach { $0.tell("quit") }
    }
    await stage.server.stop()
  }
}
