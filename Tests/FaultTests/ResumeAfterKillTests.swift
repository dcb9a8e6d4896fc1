// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A program is killed while the browser is in front of it")
struct ResumeAfterKillTests {
  static let rounds = Rounds.count(10, soak: 50)

  // SG-04
  @Test(
    "another one finishes the sign-in with the callback, exactly once", .timeLimit(.minutes(10)),
    arguments: ["code", "hybrid", "implicit", "delegate"])
  func resumed(_ flow: String) async throws {
    let provider = try await HostileProvider.start()
    let browser = ReadyUserAgent(transport: Transports.system)
    let folder = try Folder()
    let now = "now \(provider.clock.now.timeIntervalSince1970)"
    for round in 0..<Self.rounds {
      let path = "\(folder.path)/round-\(round)"
      func worker() async throws -> Program {
        let worker = try Program(
          BuiltProgram.path("SessionWorker"), ["file", path, provider.issuer])
        _ = await worker.ask(now)
        return worker
      }
      let first = try await worker()
      let line = try #require(await first.ask("begin \(flow)"))
      first.signal(SIGKILL)
      #expect(await first.ended() == .signal(SIGKILL))
      let url = try #require(URL(string: String(line.dropFirst("open ".count))), "\(line)")
      let callback = try await browser.authorize(at: url)
      let redeemed = provider.count(.token)

      // Two programs that the system opens with the same address.
      let workers = [try await worker(), try await worker()]
      async let one = workers[0].ask("resume \(flow) \(callback)")
      async let other = workers[1].ask("resume \(flow) \(callback)")
      let answers = await [one, other].compactMap(\.self)
      #expect(answers.count { $0.hasPrefix("token 1 ") } == 1, "\(answers)")
      #expect(answers.count { $0 == "none" } == 1, "\(answers)")
      // RFC 6749 §4.2: the implicit grant has no token request.
      #expect(provider.count(.token) == redeemed + (flow == "implicit" ? 0 : 1))
      #expect(await workers[0].ask("resume \(flow) \(callback)") == "none")

      let stored = try await FileTokenStore(directory: path).sessions()
      #expect(stored.map(\.name) == ["main"])
      workers.forEach { $0.tell("quit") }
    }
    await provider.stop()
  }
}
