// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("the example of an embedded server", .timeLimit(.minutes(10)))
  struct EmbeddedServerTests {
    @Test("prints its issuer, and its discovery document names it")
    func discovery() async throws {
      let folder = try Folder()
      let child = try ChildProcess(BuiltProgram.path("EmbeddedServer"), [folder.path])
      defer { child.stop() }
      let issuer = try await child.line { $0.hasPrefix("http://127.0.0.1:") }
      let reply = try await Visitor(issuer).get("/.well-known/openid-configuration")
      #expect(reply.status == 200)
      #expect(reply["issuer"] == issuer)
      _ = try await Visitor(issuer).signInPage()
    }
  }
}
