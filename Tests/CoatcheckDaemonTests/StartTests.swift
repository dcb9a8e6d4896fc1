// SPDX-License-Identifier: Apache-2.0
import GRDB
import TestKit

extension DaemonTests {
  @Suite("how coatcheckd starts", .timeLimit(.minutes(10)))
  struct StartTests {
    // There is nothing to administer over the network, so there is no secret to bootstrap with either.
    // attack: M-01
    @Test(
      "a new server has no user, no client and no password that works, and prints no secret"
    )
    func fresh() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder)
      defer { daemon.stop() }
      let visitor = Visitor(daemon.origin)
      for (id, secret) in [("admin", "admin"), ("coatcheck", "coatcheck"), ("batch", "")] {
        let basic = Data("\(id):\(secret)".utf8).base64EncodedString()
        let reply = try await visitor.token(
          ["grant_type": "client_credentials"], authorization: "Basic \(basic)")
        #expect(reply.status == 401 && reply["error"] == "invalid_client")
      }
      #expect(try await visitor.get("/admin").status == 404)
      #expect(try await visitor.send(.post, "/register", [:], "{}").status != 201)
      #expect(try await visitor.get("/authorize?client_id=admin&response_type=code").status == 400)
      daemon.child.stop()
      let key = String(decoding: try #require(folder.read("d.sqlite.key")), as: UTF8.self)
      #expect(!daemon.child.output.contains(key.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(!daemon.child.output.lowercased().contains("password"))
      let rows = try await DatabaseQueue(path: folder.path + "/d.sqlite").read { database in
        try ["user", "client"].map {
          try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? -1
        }
      }
      #expect(rows == [0, 0])
      #expect(try folder.mode("d.sqlite.key") == 0o600)
    }

    // attack: M-04
    @Test(
      "plain http and --development are refused beyond loopback, whatever the other options",
      arguments: [
        ["--host", "0.0.0.0"], ["--host", "::"], ["--host", "192.0.2.1"],
        ["--host", "127.0.0.1.example"],
        ["--host", "0.0.0.0", "--issuer", "http://login.example"],
        ["--development", "--tenant", ".", "--host", "0.0.0.0"],
        ["--development", "--tenant", ".", "--host", "::"],
        [
          "--development", "--tenant", ".", "--host", "0.0.0.0", "--issuer",
          "https://login.example",
        ],
        ["--development", "--tenant", ".", "--issuer", "https://login.example"],
        ["--development"],
      ])
    func development(_ options: [String]) async throws {
      let folder = try Folder()
      let (output, status) = try await Daemon.start(in: folder.path, options).end()
      #expect(status == 64, "\(output)")
      #expect(!output.contains("listening on"))
      #expect(try folder.names().isEmpty)
    }

    // attack: M-04
    @Test("the log and the metadata say that all codes can be read")
    func notice() async throws {
      let folder = try Folder()
      let tenant = #"{"applications": [{"client_id": "c1", "name": "Demo"}]}"#
      try folder.write("tenant.json", Array(tenant.utf8))
      let open = try await Daemon(in: folder, ["--tenant", folder.path, "--development"])
      defer { open.stop() }
      let documents = [
        "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server",
      ]
      for path in documents {
        let reply = try await Visitor(open.origin).get(path)
        #expect(reply.status == 200)
        #expect(reply.json["coatcheck_development"]?.boolValue == true)
        #expect(reply["issuer"] == open.origin)
      }
      _ = try await open.child.line {
        $0.contains("warning") && $0.contains("this server is for development")
      }
      open.child.stop()

      let plain = try await Daemon(in: folder)
      defer { plain.stop() }
      for path in documents {
        #expect(try await Visitor(plain.origin).get(path).json["coatcheck_development"] == nil)
      }
      plain.child.stop()
      #expect(!plain.child.output.contains("development"))
    }

    // attack: M-09
    @Test("a seed's secrets are stored hashed, its file stays, and a second start changes nothing")
    func seed() async throws {
      let folder = try Folder()
      var rows: [[String]] = []
      for _ in 0..<2 {
        let daemon = try await Daemon(in: folder, seed: Visitor.seed)
        defer { daemon.stop() }
        // Answered once the seed is applied.
        #expect(try await Visitor(daemon.origin).batch().status == 200)
        daemon.child.stop()
        #expect(daemon.child.exit == 0)
        #expect(folder.read("seed.json") == Array(Visitor.seed.utf8))
        for name in try folder.names() where name != "seed.json" {
          let text = String(decoding: folder.read(name) ?? [], as: UTF8.self)
          #expect(!text.contains(Visitor.password), "\(name)")
          #expect(!text.contains(Visitor.batchSecret), "\(name)")
        }
        #expect(!daemon.child.output.contains(Visitor.password))
        #expect(!daemon.child.output.contains(Visitor.batchSecret))
        rows.append(
          try await DatabaseQueue(path: folder.path + "/d.sqlite").read { database in
            try ["user", "client"].flatMap { table in
              try Row.fetchAll(database, sql: "SELECT rowid, * FROM \(table) ORDER BY 1").map {
                $0.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
              }
            }
          })
      }
      #expect(rows[0].count == 3 && rows[0] == rows[1])
      #expect(rows[0].contains { $0.contains("$scrypt$ln=15,r=8,p=3$") })
    }

    // "Its value … MUST be a URL that uses the "https" scheme and has no query or fragment components":
    // RFC 8414 §2. The canonical form has no slash at its end.
    // attack: M-11
    @Test(
      "an invalid issuer is refused before the server listens",
      arguments: [
        "http://login.example", "http://192.0.2.1:8080", "http://localhost.evil.example",
        "https://login.example/", "https://login.example/tenant/", "https://login.example?a=b",
        "https://login.example?", "https://login.example#top", "https://login.example#",
        "https://user@login.example", "https://login.example:99999", "https://login.example:0",
        "https://", "login.example", "ftp://login.example", "", " https://login.example",
        "https://login.example/a b", "https://login.example\n",
      ])
    func issuer(_ text: String) async throws {
      let folder = try Folder()
      let (output, status) = try await Daemon.start(
        in: folder.path, ["--no-proxy", "--issuer", text]
      ).end()
      #expect(status == 1, "\(output)")
      #expect(!output.contains("listening on"))
      #expect(output.contains("coatcheckd: error: "), "\(output)")
      #expect(output.lowercased().contains("issuer"), "\(output)")
    }

    // attack: M-11
    @Test(
      "a valid issuer is published as it was given",
      arguments: [
        "https://login.example", "https://login.example/tenant/one", "https://[2001:db8::1]:8443",
      ])
    func published(_ text: String) async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, ["--no-proxy", "--issuer", text])
      defer { daemon.stop() }
      let path = text.hasSuffix("one") ? "/tenant/one" : ""
      let reply = try await Visitor(daemon.origin).get(path + "/.well-known/openid-configuration")
      #expect(reply["issuer"] == text)
      #expect(reply["token_endpoint"] == text + "/token")
    }
  }
}
