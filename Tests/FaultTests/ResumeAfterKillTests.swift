// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSTesting
import TestKit

@Suite("A program is killed while the browser shows the sign-in")
struct ResumeAfterKillTests {
  static let rounds = Rounds.count(10, soak: 50)

  @Test(
    "another one finishes the sign-in with the callback, exactly once", .timeLimit(.minutes(10)),
    arguments: ["code", "hybrid", "implicit", "delegate"])
  func resumed(_ flow: String) async throws {
    let provider = try await HostileProvider.start()
    let browser = ReadyUserAgent(transport: Transports.system)
    // RFC 6749 §4.2: the implicit grant has no token request.
    let requests = flow == "implicit" ? 0 : 1
    for round in 1...Self.rounds {
      try await killed(flow, at: provider.issuer, provider.clock) {
        try await browser.authorize(at: $0)
      }
      #expect(provider.count(.token) == round * requests)
    }
    await provider.stop()
  }

  @Test("another one finishes the sign-in on a tenant's pages, exactly once")
  func resumedOnPages() async throws {
    let tenant = try await IDaaSTestServer.start()
    for round in 1...Self.rounds {
      // The limits per address last an hour.
      tenant.clock.advance(by: .seconds(3600))
      let user = PhoneUser(
        .alice, number: "138\(10_000_000 + round)", at: tenant, transport: Transports.system)
      try await killed("idaas", at: tenant.origin, tenant.clock) {
        try await user.authorize(at: $0)
      }
    }
    await tenant.stop()
  }

  /// One round, with its own store.
  private func killed(
    _ flow: String, at issuer: String, _ clock: TestClock,
    _ visit: (URL) async throws -> String
  ) async throws {
    let folder = try Folder()
    func worker() async throws -> Program {
      let worker = try Program(
        BuiltProgram.path("SessionWorker"), ["file", folder.path + "/store", issuer])
      _ = await worker.ask("now \(clock.now.timeIntervalSince1970)")
      return worker
    }
    let first = try await worker()
    let line = try #require(await first.ask("begin \(flow)"))
    first.signal(SIGKILL)
    #expect(await first.ended() == .signal(SIGKILL))
    let url = try #require(URL(string: String(line.dropFirst("open ".count))), "\(line)")
    let callback = try await visit(url)

    // Two programs that the system opens with the same callback.
    let workers = [try await worker(), try await worker()]
    async let one = workers[0].ask("resume \(flow) \(callback)")
    async let other = workers[1].ask("resume \(flow) \(callback)")
    let answers = await [one, other].compactMap(\.self)
    #expect(answers.count { $0.hasPrefix("token 1 ") } == 1, "\(answers)")
    #expect(answers.count { $0 == "none" } == 1, "\(answers)")
    #expect(await workers[0].ask("resume \(flow) \(callback)") == "none")

    let stored = try await FileTokenStore(directory: folder.path + "/store").sessions()
    #expect(stored.map(\.name) == ["main"])
    workers.forEach { $0.tell("quit") }
  }
}
