// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("A restarted stand-in")
struct RestartTests {
  @Test("gets its port again while other processes are started", .timeLimit(.minutes(10)))
  func samePort() async throws {
    var standIn = try await StandIn.start(NXService())
    let port = standIn.port
    let starting = Task {
      while !Task.isCancelled {
        _ = try ChildProcess.run(["true"])
        await Task.yield()
      }
    }
    for _ in 0..<1000 { standIn = try await standIn.restarted() }
    #expect(standIn.port == port)
    starting.cancel()
    try? await starting.value
  }
}
