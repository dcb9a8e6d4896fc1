// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("password spraying", .timeLimit(.minutes(10)))
struct SprayingTests {
  private static let issuer = "https://id.example"

  private static func server(
    _ passwords: PasswordHasher, configure: (inout IssuerSettings) -> Void = { _ in }
  ) async throws -> SocketlessServer {
    try await SocketlessServer(
      issuer, clients: [.publicApp], users: [.alice], passwords: passwords, configure: configure)
  }

  private static func hasher() -> PasswordHasher {
    PasswordHasher(cost: .testing) { RuntimeEnvironment.live.random($0) }
  }

  // attack: V-05
  @Test("an attacker on 2,000 names gets 100 attempts, and other users can sign in meanwhile")
  func spraying() async throws {
    let hasher = Self.hasher()
    let server = try await Self.server(hasher)
    let host = try await SignInForm(at: server, from: "192.0.2.1")
    let before = hasher.jobsDone
    var statuses: [Int: Int] = [:]
    for n in 0..<2_000 {
      statuses[try await host.send("name-\(n)", "Spring2026!"), default: 0] += 1
      guard n.isMultiple(of: 500) else { continue }
      let other = try await SignInForm(at: server, from: "198.51.100.\(n / 500 + 1)")
      #expect(try await other.send("alice", TestUser.alice.password.reveal()) == 303)
    }
    #expect(statuses == [400: 100, 429: 1_900])
    #expect(hasher.jobsDone - before == 104)
    // An attempted name still works for its user from another address, and not from the attacker's.
    #expect(try await host.send("alice", TestUser.alice.password.reveal()) == 429)
  }

  // attack: V-05
  @Test("20,000 requests with random names do not cause a 503 for another address")
  func flood() async throws {
    let server = try await Self.server(Self.hasher())
    let host = try await SignInForm(at: server, from: "192.0.2.1")
    var statuses: Set<Int> = []
    for round in 0..<50 {
      async let flood = concurrently(400) { try await host.send("name-\(round)-\($0)", "x") }
      let other = try await SignInForm(at: server, from: "198.51.100.\(round + 1)")
      #expect(try await other.send("alice", TestUser.alice.password.reveal()) == 303, "\(round)")
      statuses.formUnion(try await flood)
    }
    #expect(statuses.isSubset(of: [400, 429, 503]) && statuses.contains(429), "\(statuses)")
  }

  // attack: V-05
  @Test("right passwords are not counted, and do not reset the count of an address")
  func right() async throws {
    let server = try await Self.server(Self.hasher()) { $0.passwordAttemptsFromAddress = 5 }
    let host = try await SignInForm(at: server, from: "192.0.2.1")
    let password = TestUser.alice.password.reveal()
    // Many users behind one address.
    for _ in 0..<20 { #expect(try await host.send("alice", password) == 303) }
    for n in 0..<5 {
      #expect(try await host.send("name-\(n)", "x") == 400)
      if n < 4 { #expect(try await host.send("alice", password) == 303) }
    }
    #expect(try await host.send("name-5", "x") == 429)
    #expect(try await host.send("alice", password) == 429)
    #expect(try await SignInForm(at: server, from: "192.0.2.2").send("alice", password) == 303)
  }
}

/// A sign-in page that is opened from an address. Its form is sent repeatedly.
private struct SignInForm: Sendable {
  let server: SocketlessServer
  let source: String
  private let path: String
  private let csrf: String
  private let cookies: String

  init(at server: SocketlessServer, from source: String) async throws {
    (self.server, self.source) = (server, source)
    let first = await server.respond(.get, "/authorize?\(Ask().query)", from: source)
    let location = try #require(first.head.headerFields[.location])
    path = location.replacingOccurrences(of: "https://id.example", with: "")
    cookies = first.head.headerFields[values: .setCookie].compactMap {
      $0.split(separator: ";").first.map(String.init)
    }.joined(separator: "; ")
    let page = await server.respond(.get, path, [.cookie: cookies], from: source)
    let forms = HTMLForms.parse(String(decoding: page.body, as: UTF8.self))
    csrf = try #require(forms.first?.fields.first { $0.name == "csrf" }?.value)
  }

  /// Sends a name and a password, and returns the status of the response.
  func send(_ name: String, _ password: String) async throws -> Int {
    let form: Query = ["csrf": csrf, "username": name, "password": password, "action": "sign-in"]
    return await server.respond(
      .post, path, body: form.encoded, [.cookie: cookies], from: source
    ).head.status.code
  }
}
