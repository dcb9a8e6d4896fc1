// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(
  "the audit log of the administration API", .world(clients: World.allClients + [World.ops]))
struct AdministrationAuditTests {
  /// One request, its status, and the event in the audit log; nil without one.
  struct Step {
    let method: HTTPRequest.Method
    let path: String
    let body: String?
    let status: Int
    let event: String?
  }

  private static let first = "carol's first password"
  private static let second = "alice's second password"

  /// All operations that change something, successful and refused, and some that change nothing.
  private static func steps(_ alice: String, _ bob: String) -> [Step] {
    [
      step(.post, "users", #"{"username": "carol", "password": "\#(first)"}"#, 201, "user_added"),
      step(.post, "users", #"{"username": "carol"}"#, 409),
      step(.post, "users", #"{"username": "a b"}"#, 400),
      step(.post, "users", #"{"name": "carol"}"#, 400),
      step(.post, "users", "{", 400),
      step(.patch, alice, #"{"password": "\#(second)"}"#, 200, "password_set"),
      step(.patch, alice, #"{"disabled": true}"#, 200, "user_disabled"),
      step(.patch, alice, #"{"disabled": false}"#, 200, "user_enabled"),
      step(.patch, alice, #"{"claims": {"name": "A"}}"#, 200, "user_changed"),
      step(.patch, alice, #"{"username": "bob"}"#, 409),
      step(.patch, "users/none", #"{"disabled": true}"#, 404),
      step(.post, alice + "/password", nil, 200, "password_reset"),
      step(.post, "users/none/password", nil, 404),
      step(.post, alice + "/password", "{}", 400),
      step(.put, alice + "/phone", #"{"phone": "+8613800000000"}"#, 200, "phone_changed"),
      step(.put, bob + "/phone", #"{"phone": "+8613800000000"}"#, 409),
      step(.put, alice + "/phone", #"{"phone": "13800000000"}"#, 400),
      step(.delete, alice + "/sessions", nil, 204, "sessions_ended"),
      step(.delete, alice + "/sessions/none", nil, 404),
      step(.delete, alice + "/consents/web", nil, 404),
      step(.delete, alice + "/links/none", nil, 404),
      step(.delete, "tokens/none", nil, 404),
      step(.post, "clients", #"{"client_id": "new", "scope": "a"}"#, 201, "client_added"),
      step(.post, "clients", #"{"client_id": "web"}"#, 409),
      step(.post, "clients", #"{"redirect_uris": ["http://evil.example/"]}"#, 400),
      step(.patch, "clients/new", #"{"client_name": "N"}"#, 200, "client_changed"),
      step(.patch, "clients/new", #"{"disabled": true}"#, 200, "client_disabled"),
      step(.patch, "clients/new", #"{"token_endpoint_auth_method": "none"}"#, 400),
      step(.post, "clients/web/secret", nil, 200, "client_secret_rotated"),
      step(.post, "clients/app/secret", nil, 409),
      step(.delete, "clients/web/tokens", nil, 204, "tokens_revoked"),
      step(.delete, "clients/none/tokens", nil, 404),
      step(.get, "export/users", nil, 200, "users_exported"),
      step(.get, "export/clients", nil, 200, "clients_exported"),
      step(.get, "export/users?limit=0", nil, 400),
      step(
        .post, "import/users", #"{"user": {"id": "u-d", "username": "dave"}}"#, 201, "user_imported"
      ),
      step(.post, "import/users", #"{"user": {"id": "u-d", "username": "eve"}}"#, 409),
      step(
        .post, "import/clients", #"{"client_id": "m", "token_endpoint_auth_method": "none"}"#, 201,
        "client_imported"),
      step(.post, "import/clients", #"{"client_id": "m"}"#, 400),
      step(.delete, "clients/new", nil, 204, "client_removed"),
      step(.delete, "clients/new", nil, 404),
      step(.delete, bob, nil, 204, "user_removed"), step(.delete, bob, nil, 404),
      read("users"), read("users?search=a&count=true"), read(alice), read(alice + "/sessions"),
      read(alice + "/links"), read("sessions"), read("tokens"), read("consents"), read("clients"),
      read("clients/web"), read("audit"), read("users/none", 404), read("nothing", 404),
    ]
  }

  @Test("each change, also a refused one, has one entry with its actor in the log and in the store")
  func lines() async throws {
    let api = try world.administration()
    let store = try #require(world.server.store as? any AdministrationStore)
    let bearer = [("Authorization", "Bearer \(try await world.opsToken())")]
    let steps = Self.steps("users/\(TestUser.alice.id)", "users/\(TestUser.bob.id)")
    for step in steps {
      let name: Comment = "\(step.method) \(step.path) \(step.body ?? "")"
      let kept = try await store.audit(AuditFilter(), before: nil, limit: 500).count
      let logged = world.log.lines.count
      let answer = await world.administer(
        step.method, "/admin/" + step.path, bearer, body: step.body, at: api)
      #expect(answer.status == step.status, "\(name): \(answer.text)")
      let all = try await store.audit(AuditFilter(), before: nil, limit: 500)
      let entries = all.prefix(all.count - kept)
      #expect(entries.map(\.event) == [step.event].compactMap(\.self), name)
      #expect(entries.allSatisfy { $0.actor == "client ops" && $0.address == "192.0.2.7" }, name)
      let lines = world.log.lines.dropFirst(logged).filter { $0.level >= .info }
      #expect(lines.map(\.message) == [step.event].compactMap(\.self), name)
      #expect(lines.allSatisfy { $0.details["actor"] == "client ops" }, name)
      guard step.event == "change_refused" else { continue }
      #expect(entries.first?.details["status"] == String(step.status), name)
      #expect(entries.first?.details["operation"] != nil, name)
    }
  }

  @Test("no response, log line or audit entry contains a secret; hashes are in exports only")
  func secrets() async throws {
    let api = try world.administration()
    let store = try #require(world.server.store as? any AdministrationStore)
    let bearer = [("Authorization", "Bearer \(try await world.opsToken())")]
    var secrets = [Self.first, Self.second, World.ops.secret?.reveal() ?? ""]
    var hashes = try await Self.hashes(in: store)
    var exported = ""
    for step in Self.steps("users/\(TestUser.alice.id)", "users/\(TestUser.bob.id)") {
      let answer = await world.administer(
        step.method, "/admin/" + step.path, bearer, body: step.body, at: api)
      hashes += try await Self.hashes(in: store)
      let told = ["password", "client_secret"].compactMap { answer.json[$0]?.stringValue }
      let isShownOnce = ["password_reset", "client_added", "client_secret_rotated"]
      #expect(told.isEmpty || isShownOnce.contains(step.event ?? ""), "\(step.path)")
      for secret in secrets { #expect(!answer.text.contains(secret), "\(step.path)") }
      secrets += told
      if step.path.hasPrefix("export/") {
        exported += answer.text
      } else {
        for hash in hashes { #expect(!answer.text.contains(hash), "\(step.path)") }
      }
    }
    #expect(secrets.count == 6 && hashes.contains(where: exported.contains))
    let entries = try await store.audit(AuditFilter(), before: nil, limit: 500)
    let kept = entries.map { "\($0)" } + world.log.all
    for text in secrets + hashes { #expect(!kept.contains { $0.contains(text) }, "\(text)") }
  }

  /// The hashes of all passwords and the digests of all secrets.
  private static func hashes(in store: any AdministrationStore) async throws -> [String] {
    let users = try await store.users(UserFilter(), after: nil, limit: 500)
    let clients = try await store.clients(ClientFilter(), after: nil, limit: 500)
    return users.compactMap { $0.passwordHash?.text } + clients.compactMap { $0.secretDigest?.hex }
  }

  private static func step(
    _ method: HTTPRequest.Method, _ path: String, _ body: String?, _ status: Int,
    _ event: String = "change_refused"
  ) -> Step {
    Step(method: method, path: path, body: body, status: status, event: event)
  }

  private static func read(_ path: String, _ status: Int = 200) -> Step {
    Step(method: .get, path: path, body: nil, status: status, event: nil)
  }
}
