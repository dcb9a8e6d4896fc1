// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("administration over HTTP", .timeLimit(.minutes(10)))
  struct AdministrationTests {
    static let seed = """
      {
        "users": [{"id": "u-root", "username": "alice", "password": "\(Visitor.password)"}],
        "clients": [
          {"id": "ops", "secret": "\(Visitor.batchSecret)", "grantTypes": ["client_credentials"],
            "accessTokenLifetime": 7200,
            "scopes": ["coatcheck.admin", "reports"], "resources": ["https://api.example/"]},
          {"id": "batch", "secret": "\(Visitor.batchSecret)",
            "grantTypes": ["client_credentials"], "scopes": ["reports"]},
          {"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "consent": "implied",
            "scopes": ["openid", "profile", "offline_access", "coatcheck.admin"]}
        ]
      }
      """

    // attack: M-02
    @Test("without --admin, /admin answers 404 to every token")
    func off() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: Self.seed)
      defer { daemon.stop() }
      let visitor = Visitor(daemon.origin)
      let token = try await Self.token(of: "ops", at: visitor)
      for path in ["/admin", "/admin/", "/admin/users", "/admin/openapi.json"] {
        #expect(try await visitor.get(path, Self.bearer(token)).status == 404, "\(path)")
      }
    }

    // attack: M-02
    @Test("only a client's own token with the scope is accepted, or that of a listed user")
    func tokens() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: Self.seed, ["--admin"])
      defer { daemon.stop() }
      let visitor = Visitor(daemon.origin)
      let good = try await Self.token(of: "ops", at: visitor)
      let other = try await Self.token(of: "ops", at: visitor, scope: "reports")
      let elsewhere = try await Self.token(
        of: "ops", at: visitor, resource: "https://api.example/")
      let batch = try await Self.token(of: "batch", at: visitor, scope: "reports")
      let user = try await visitor.exchange(visitor.code(scope: "openid coatcheck.admin"))
      let idToken = user["id_token"] ?? ""
      let rows: [(name: String, fields: HTTPFields, status: Int)] = [
        ("a client's own", Self.bearer(good), 200), ("none", [:], 401),
        ("nonsense", Self.bearer("x"), 401), ("another scope", Self.bearer(other), 403),
        ("another audience", Self.bearer(elsewhere), 401),
        ("another client", Self.bearer(batch), 403),
        ("a user who is not in the list", Self.bearer(user["access_token"] ?? ""), 403),
        ("an ID token", Self.bearer(idToken), 401),
        ("a bearer token as if it were bound", [.authorization: "DPoP \(good)"], 401),
        ("Basic", [.authorization: "Basic b3BzOng="], 401),
      ]
      for row in rows {
        let reply = try await visitor.get("/admin/users", row.fields)
        #expect(reply.status == row.status, "\(row.name): \(reply.text)")
        guard row.status != 200 else { continue }
        #expect(reply.fields[.contentType] == "application/problem+json", "\(row.name)")
        #expect(reply.json["status"]?.intValue == row.status, "\(row.name)")
        if row.status == 401 { #expect(reply.fields[.wwwAuthenticate] != nil, "\(row.name)") }
      }
      daemon.child.stop()

      let listed = try await Daemon(in: folder, ["--admin", "--admin-user", "u-root"])
      defer { listed.stop() }
      let alice = Visitor(listed.origin)
      let again = try await alice.exchange(alice.code(scope: "openid coatcheck.admin"))
      let bearer = Self.bearer(again["access_token"] ?? "")
      #expect(try await alice.get("/admin/users/u-root", bearer)["username"] == "alice")
      let disabled = try await alice.send(
        .patch, "/admin/clients/batch", bearer.with(.contentType, "application/json"),
        #"{"disabled": true}"#)
      #expect(disabled.status == 200 && disabled.json["disabled"]?.boolValue == true)
      let audit = try await alice.get("/admin/audit?event=client_disabled", bearer)
      let entry = audit.json["items"]?.arrayValue?.first?.objectValue
      #expect(entry?["actor"] == "user u-root at app")
      #expect(entry?["client"] == "batch")
      #expect(entry?["address"] == "127.0.0.1")
    }

    @Test("the document lists every operation once, and each of its routes is served")
    func document() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: Self.seed, ["--admin"])
      defer { daemon.stop() }
      let visitor = Visitor(daemon.origin)
      let document = try await visitor.get("/admin/openapi.json").json
      #expect(document["openapi"] == "3.1.1")
      let token = try await Self.token(of: "ops", at: visitor)
      var names: Set<String> = []
      for (path, item) in try #require(document["paths"]?.objectValue) {
        let methods = try #require(item.objectValue)
        for (method, described) in methods {
          let name = described.objectValue?["operationId"]?.stringValue ?? ""
          #expect(names.insert(name).inserted, "\(name)")
          let filled = path.replacing(/\{[a-z]+\}/, with: "none")
          let reply = try await visitor.send(
            .init(rawValue: method.uppercased()) ?? .get, filled, Self.bearer(token), "")
          let responses = described.objectValue?["responses"]?.objectValue ?? [:]
          #expect(responses["\(reply.status)"] != nil, "\(method) \(path): \(reply.status)")
          #expect(reply.status != 405 && reply.status < 500, "\(method) \(path)")
        }
        let reply = try await visitor.send(
          .init(rawValue: "TRACE") ?? .get, path.replacing(/\{[a-z]+\}/, with: "none"),
          Self.bearer(token), "")
        #expect(reply.status == 405, "\(path)")
        let allowed = Set((reply.fields[.allow] ?? "").lowercased().components(separatedBy: ", "))
        #expect(allowed == Set(methods.names), "\(path)")
      }
      #expect(names.count == 30)
    }

    static func token(
      of client: String, at visitor: Visitor, scope: String = "coatcheck.admin",
      resource: String? = nil
    ) async throws -> String {
      var form: Parameters = ["grant_type": "client_credentials", "scope": scope]
      form["resource"] = resource
      let basic = Data("\(client):\(Visitor.batchSecret)".utf8).base64EncodedString()
      let reply = try await visitor.token(form, authorization: "Basic \(basic)")
      return try #require(reply["access_token"], "\(reply.text)")
    }

    static func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }
  }
}

extension HTTPFields {
  /// The fields with one more.
  fileprivate func with(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
    var fields = self
    fields[name] = value
    return fields
  }
}
