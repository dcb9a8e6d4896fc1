// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("Our website beside one of Apache with mod_auth_openidc", .timeLimit(.minutes(10)))
struct WebsitePeersTests {
  @Test("responds to the same requests as docs/website-peers.md describes")
  func compared() async throws {
    let folder = ForeignPython.root
    let script = try ChildProcess(
      "/usr/bin/env",
      [
        "python3", folder.appending(path: "Tests/InteropTests/Websites/compare.py").path(),
        "--bin",
        URL(filePath: BuiltProgram.path("coatcheckd")).deletingLastPathComponent().path(),
        "--check", folder.appending(path: "docs/website-peers.md").path(),
      ])
    let (output, status) = try await script.end()
    #expect(status == 0, "\(output)")
  }
}
