// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Several processes at once")
struct ParallelTests {
  // attack: C-84
  @Test(
    "two processes that use one expired session send one refresh request, and both get the new token",
    .timeLimit(.minutes(10)))
  func oneRefresh() async throws {
    let (stage, _) = try await Stage.signedIn()
    for round in 0..<25 {
      try await stage.spend()
      stage.server.clock.set(to: Date())
      let before = try await stage.session()
      let asked = stage.server.requests.count("/token")
      let pair = try (stage.sandbox.start(["token"]), stage.sandbox.start(["token"]))
      let endings = await (pair.0.ended(), pair.1.ended())
      #expect(endings == (.exit(0), .exit(0)), "\(pair.0.errors)\(pair.1.errors)")
      #expect(stage.server.requests.count("/token") == asked + 1, "round \(round)")
      let after = try await stage.session()
      #expect(after.generation == before.generation + 1)
      #expect(pair.0.output == after.accessToken.reveal() + "\n")
      #expect(pair.1.output == pair.0.output)
    }
  }
}
