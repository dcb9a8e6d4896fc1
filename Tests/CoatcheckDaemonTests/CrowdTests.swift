// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd when many sign in at once", .timeLimit(.minutes(10)))
  struct CrowdTests {
    // Each hash takes 32 MiB. `PasswordTrialTests` checks that further sign-ins get 503.
    // attack: A-42
    @Test("makes two password hashes at once: memory does not grow with the number of sign-ins")
    func memory() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder)
      defer { daemon.stop() }
      let visitor = Visitor(daemon.origin)
      // The first hash also allocates memory that later ones reuse.
      _ = try await visitor.sendPassword(on: visitor.signInPage(), "unknown", "wrong")
      let before = try #require(daemon.child.maximumMemory)
      var pages: [SignInPage] = []
      for _ in 0..<32 { pages.append(try await visitor.signInPage()) }
      let statuses = await withTaskGroup(of: Int?.self) { group in
        for (n, page) in pages.enumerated() {
          group.addTask { try? await visitor.sendPassword(on: page, "unknown-\(n)", "wrong") }
        }
        var statuses: [Int] = []
        // More than run at once: many have begun and some have ended by then.
        for await status in group {
          if let status { statuses.append(status) }
          if statuses.count == 8 { break }
        }
        let after = daemon.child.maximumMemory
        #expect(after.map { $0 - before < 4 * 32 << 20 } == true, "\(before) \(after ?? 0)")
        daemon.child.crash()
        return statuses
      }
      #expect(statuses == Array(repeating: 400, count: 8))
    }
  }
}
