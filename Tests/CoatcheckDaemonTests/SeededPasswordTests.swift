// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("a user of the seed", .timeLimit(.minutes(10)))
  struct SeededPasswordTests {
    // attack: V-09
    @Test("a password that the seed changes ends the sessions and tokens of the old one")
    func seedPassword() async throws {
      let folder = try Folder()
      let one = try await Daemon(in: folder, seed: Visitor.seed)
      let alice = Visitor(one.origin)
      let token = try await alice.refreshToken()
      let kept = try await alice.refreshToken()
      one.child.stop()

      // The same seed applied again ends no session.
      let same = try await Daemon(in: folder, seed: Visitor.seed)
      let next = try await alice.visiting(same).refresh(token)
      #expect(next.status == 200)
      same.child.stop()

      let changed = Visitor.seed.replacing(Visitor.password, with: "another long password")
      let other = try await Daemon(in: folder, seed: changed)
      defer { other.stop() }
      let visitor = Visitor(other.origin)
      for token in [next["refresh_token"] ?? "", kept] {
        #expect(try await visitor.refresh(token)["error"] == "invalid_grant")
      }
      let bearer: HTTPFields = [.authorization: "Bearer \(next["access_token"] ?? "")"]
      #expect(try await visitor.get("/userinfo", bearer).status == 401)
      // The browser's session has ended as well: it is asked to sign in.
      let again = alice.visiting(other)
      var page = try await again.browser.get(again.authorizationURL)
      while let location = page.location, location.hasPrefix(other.origin) {
        page = try await again.browser.get(location)
      }
      #expect(page.forms.contains { $0.fields.contains { $0.name == "password" } })
      #expect(try await visitor.signIn("alice", Visitor.password) != 303)
      #expect(try await visitor.signIn("alice", "another long password") == 303)
    }
  }
}
