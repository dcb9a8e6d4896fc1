// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("two coatcheckd on one database", .timeLimit(.minutes(10)))
  struct SharedDatabaseTests {
    private static let options = ["--issuer", "https://login.example", "--no-proxy"]

    /// Starts two servers at once, neither of which finds a database.
    private static func pair(
      in folder: Folder, seed: String = Visitor.clients
    ) async throws -> (Daemon, Daemon) {
      async let one = Daemon(in: folder, seed: seed, options)
      async let other = Daemon(in: folder, seed: seed, options)
      return (try await one, try await other)
    }

    // attack: ST-11
    @Test(
      "started at once without a database, they agree on keys, users and clients", arguments: 0..<2)
    func first(_ round: Int) async throws {
      let folder = try Folder()
      let (one, other) = try await Self.pair(in: folder, seed: Visitor.seed)
      defer {
        one.stop()
        other.stop()
      }
      let alice = try await Visitor.signedIn(at: one, in: folder.path, issuer: "https:")
      let visitors = [alice, alice.visiting(other)]
      let keys = try await [visitors[0].get("/jwks").text, visitors[1].get("/jwks").text]
      #expect(keys[0] == keys[1] && keys[0].contains("kid"))
      for visitor in visitors {
        #expect(try await visitor.batch().status == 200)
        let here = try await visitor.exchange(visitor.code())
        let bearer: HTTPFields = [.authorization: "Bearer \(here["access_token"] ?? "")"]
        for other in visitors { #expect(try await other.get("/userinfo", bearer).status == 200) }
      }
      #expect(one.child.exit == nil && other.child.exit == nil)
    }

    // attack: ST-11
    @Test("a code or refresh token that both servers receive at once leads to one family only")
    func races() async throws {
      let folder = try Folder()
      let (one, other) = try await Self.pair(in: folder)
      defer {
        one.stop()
        other.stop()
      }
      let alice = try await Visitor.signedIn(at: one, in: folder.path, issuer: "https:")
      let visitors = [alice, alice.visiting(other)]
      for _ in 0..<5 {
        let code = try await visitors[0].code()
        let replies = try await concurrently(20) { try await visitors[$0 % 2].exchange(code) }
        #expect(replies.count { $0.status == 200 } == 1)
        #expect(replies.allSatisfy { $0.status == 200 || $0["error"] == "invalid_grant" })

        // A repeated refresh token gets the same successor.
        let token = try await visitors[1].refreshToken()
        let refreshed = try await concurrently(20) { try await visitors[$0 % 2].refresh(token) }
        #expect(refreshed.allSatisfy { $0.status == 200 })
        let successors = Set(refreshed.compactMap { $0["refresh_token"] })
        #expect(successors.count == 1)
        #expect(try await visitors[0].refresh(successors.first ?? "").status == 200)
      }
    }
  }
}
