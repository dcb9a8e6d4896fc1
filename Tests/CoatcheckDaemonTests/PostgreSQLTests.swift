// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd on PostgreSQL", .timeLimit(.minutes(10)))
  struct PostgreSQLTests {
    /// Starts two servers at once on an empty database of their own, with one key file.
    ///
    /// - Returns: Both, and a user who has signed in.
    private static func pair(
      in folder: Folder
    ) async throws -> (Daemon, Daemon, alice: Visitor) {
      let database = try await PostgreSQLServer.shared.value.freshDatabase()
      let options = [
        "--issuer", "https://login.example", "--no-proxy", "--database", database, "--key-file",
        folder.path + "/master.key",
      ]
      async let one = Daemon(in: folder, seed: Visitor.clients, options)
      async let other = Daemon(in: folder, seed: Visitor.clients, options)
      let (first, second) = (try await one, try await other)
      let store = try await PostgreSQLStore(database)
      let alice = try await Visitor.signedIn(at: first, knownTo: store, issuer: "https:")
      await store.close()
      return (first, second, alice)
    }

    @Test("two servers that start at once on an empty database agree on keys, users and clients")
    func first() async throws {
      let folder = try Folder()
      let (one, other, alice) = try await Self.pair(in: folder)
      defer {
        one.stop()
        other.stop()
      }
      #expect(one.child.output.contains("acknowledged changes are on the primary's disk only"))
      let visitors = [alice, alice.visiting(other)]
      let keys = try await [visitors[0].get("/jwks").text, visitors[1].get("/jwks").text]
      #expect(keys[0] == keys[1] && keys[0].contains("kid"))
      for visitor in visitors {
        let here = try await visitor.exchange(visitor.code())
        let bearer: HTTPFields = [.authorization: "Bearer \(here["access_token"] ?? "")"]
        for other in visitors { #expect(try await other.get("/userinfo", bearer).status == 200) }
      }
      #expect(one.child.exit == nil && other.child.exit == nil)
    }

    @Test("a code or refresh token that both servers receive at once leads to one family only")
    func races() async throws {
      let folder = try Folder()
      let (one, other, alice) = try await Self.pair(in: folder)
      defer {
        one.stop()
        other.stop()
      }
      let visitors = [alice, alice.visiting(other)]
      for _ in 0..<5 {
        let code = try await visitors[0].code()
        let replies = try await concurrently(20) { try await visitors[$0 % 2].exchange(code) }
        #expect(replies.count { $0.status == 200 } == 1)
        #expect(replies.allSatisfy { $0.status == 200 || $0["error"] == "invalid_grant" })
        let token = try await visitors[1].refreshToken()
        let refreshed = try await concurrently(20) { try await visitors[$0 % 2].refresh(token) }
        #expect(refreshed.allSatisfy { $0.status == 200 })
        let successors = Set(refreshed.compactMap { $0["refresh_token"] })
        #expect(successors.count == 1)
        #expect(try await visitors[0].refresh(successors.first ?? "").status == 200)
      }
    }

    @Test(
      "an invalid or unreachable database is refused with a clear error",
      arguments: [
        (["postgresql://u:secret@localhost/db"], "must not hold a password"),
        (["postgresql://localhost/db"], "keyFile: is missing"),
        (["postgresql://db.example/db?sslmode=require", "--key-file", "k"], "verify-full"),
        (["postgresql://localhost:1/db", "--key-file", "k"], "cannot be reached"),
      ])
    func refused(_ words: [String], _ text: String) async throws {
      let folder = try Folder()
      let child = try Daemon.start(in: folder.path, ["--database"] + words)
      let (output, status) = try await child.end()
      #expect(status != 0)
      #expect(output.contains(text), "\(output)")
      #expect(!output.contains("secret"))
    }
  }
}
