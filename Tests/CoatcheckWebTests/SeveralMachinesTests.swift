// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation
import Synchronization
import TestKit

/// Two servers in network namespaces of their own, each with a cable to PostgreSQL that can be cut.
@Suite(
  "A website of two machines, which share nothing but PostgreSQL",
  .enabled(if: OwnNetwork.isPossible, "network namespaces cannot be made: they need root and ip"),
  .timeLimit(.minutes(60)))
struct SeveralMachinesTests {
  /// The machines, the provider and the database.
  private final class Site: HTTPTransport {
    static let origin = "https://photos.example"
    private static let secret = Secret("site-secret-0123456789-0123456789")

    let machines: [OwnNetwork]
    let provider: TestServer
    private let database: PostgreSQLServer
    private let folder: Folder
    private let port = TestPorts.candidate()
    private let children = Mutex<[Int: ChildProcess]>([:])
    private let outside = AsyncHTTPTransport()

    init() async throws {
      var client = RegisteredClient(
        id: "photos", name: "Photos", redirectURIs: [Self.origin + "/auth/callback/work"],
        authenticationMethod: "client_secret_basic",
        grantTypes: ["authorization_code", "refresh_token"], scopes: ["openid"], consent: .implied)
      client.accessTokenLifetime = SiteProcess.briefLifetime
      provider = try await TestServer.start(
        clients: [TestClient(client, secret: Self.secret)], clock: .running())
      machines = [
        try await OwnNetwork(forwarding: provider.port),
        try await OwnNetwork(forwarding: provider.port),
      ]
      var options = PostgreSQLServer.Options()
      options.addresses = machines.map(\.databaseAddress)
      database = try await PostgreSQLServer(options)
      folder = try Folder()
      let made = FileManager.default.createFile(
        atPath: folder.path + "/web.key", contents: Data(RuntimeEnvironment.live.random(32)),
        attributes: [.posixPermissions: 0o600])
      #expect(made)
      for n in machines.indices { try await launch(n) }
    }

    /// Starts the server of a machine, and waits until it answers.
    func launch(_ n: Int) async throws {
      let machine = machines[n]
      let words = machine.entering + [BuiltProgram.path("SiteWorker")]
      let child = try ChildProcess(
        words[0], Array(words.dropFirst()),
        environment: [
          "SITE_HOST": machine.serverAddress, "SITE_PORT": "\(port)",
          "SITE_ISSUER": provider.issuer, "SITE_SECRET": Self.secret.reveal(),
          "SITE_KEY": folder.path + "/web.key",
          "SITE_DATABASE":
            "postgresql://coatcheck@\(machine.databaseAddress)/postgres?sslmode=disable",
        ])
      children.withLock { $0[n] = child }
      let browser = TestBrowser(transport: road(to: n))
      for _ in 0..<1000 where (try? await browser.get(Self.origin + "/health").text) != "ok" {
        guard child.exit == nil else { throw Unexpected(child.output) }
        try await Task.sleep(for: .milliseconds(20))
      }
    }

    /// Ends the server of a machine with SIGKILL.
    func crash(_ n: Int) { children.withLock { $0[n] }?.crash() }

    private func road(to n: Int) -> AddressedTransport {
      AddressedTransport(
        from: machines[n].clientAddress, to: port, at: machines[n].serverAddress)
    }

    /// A request of a page names the machine in `X-Node`. All others go to the provider.
    func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      guard request.authority == "photos.example" else {
        return try await outside.send(request, body: body, limit: limit)
      }
      let node = HTTPField.Name("X-Node").flatMap { request.headerFields[$0] }.flatMap { Int($0) }
      return try await road(to: node ?? 0).send(request, body: body, limit: limit)
    }

    func stop() async {
      for child in children.withLock({ Array($0.values) }) { child.stop() }
      for machine in machines { machine.stop() }
      database.stop()
      await provider.stop()
    }
  }

  /// A user at a browser.
  private struct Visitor {
    let site: Site
    private let browser: TestBrowser

    init(_ site: Site) {
      self.site = site
      browser = TestBrowser(transport: site)
    }

    private func fields(_ node: Int) -> HTTPFields {
      SiteVisitor.navigation + SiteVisitor.fields(["X-Node": "\(node)"])
    }

    func open(_ path: String, at node: Int) async throws -> TestBrowser.Page {
      let address = path.hasPrefix("/") ? Site.origin + path : path
      return try await browser.get(address, fields: fields(node))
    }

    func signIn(beginningAt a: Int, finishingAt b: Int) async throws {
      let begun = try await open("/auth/login?again=1&return_to=/albums", at: a)
      let agent = ScriptedUserAgent(
        username: "alice", password: TestUser.alice.password, transport: site,
        cookies: browser.cookies)
      let address = try #require(begun.location.flatMap { URL(string: $0) })
      let page = try await open(agent.authorize(at: address), at: b)
      #expect(page.status == 303, "\(page.text)")
    }

    func signOut(at node: Int) async throws -> Int {
      try await browser.post(Site.origin + "/auth/logout", [:], fields: fields(node)).status
    }

    func isSignedIn(at node: Int) async throws -> Bool {
      let page = try await open("/albums", at: node)
      #expect(page.status == 303 || page.text == "Albums of u-alice-4f1d", "\(page.status)")
      return page.status == 200
    }
  }

  @Test("a user begins at one, finishes at the other, refreshes at both, and signs out for both")
  func oneAfterTheOther() async throws {
    let site = try await Site()
    for round in 1...Rounds.count(1, soak: 10) {
      let alice = Visitor(site)
      try await alice.signIn(beginningAt: 0, finishingAt: 1)
      for node in [0, 1] { #expect(try await alice.isSignedIn(at: node)) }
      try await Task.sleep(for: SiteProcess.untilRefresh)
      let token = try await alice.open("/token", at: 0)
      #expect(token.status == 200)
      #expect(try await alice.open("/token", at: 1).text == token.text)
      #expect(site.provider.requests.count("/token") == 2 * round, "the code, and one refresh")
      #expect(try await alice.signOut(at: 1) == 303)
      for node in [0, 1] { #expect(try await !alice.isSignedIn(at: node)) }
    }
    await site.stop()
  }

  @Test("one that is cut off its database shows nothing, and learns what has ended meanwhile")
  func cutOff() async throws {
    let site = try await Site()
    for round in 0..<Rounds.count(1, soak: 10) {
      let (leaving, staying) = (Visitor(site), Visitor(site))
      for visitor in [leaving, staying] { try await visitor.signIn(beginningAt: 0, finishingAt: 0) }
      try site.machines[0].cut()
      let page = try await leaving.open("/albums", at: 0)
      #expect(page.status == 503 && page.head.headerFields[.retryAfter] != nil, "round \(round)")
      for visitor in [leaving, staying] { #expect(try await visitor.isSignedIn(at: 1)) }
      #expect(try await leaving.signOut(at: 1) == 303)
      try site.machines[0].restore()
      for _ in 0..<600 where try await staying.open("/albums", at: 0).status == 503 {
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(try await staying.isSignedIn(at: 0), "round \(round)")
      #expect(try await !leaving.isSignedIn(at: 0), "round \(round)")
    }
    await site.stop()
  }

  @Test("of one that is killed a user loses one request, and nothing else")
  func killed() async throws {
    let site = try await Site()
    let alice = Visitor(site)
    try await alice.signIn(beginningAt: 0, finishingAt: 1)
    for round in 0..<Rounds.count(3, soak: 50) {
      let node = round % 2
      try await Task.sleep(for: SiteProcess.untilRefresh)
      async let cut = try? alice.open("/token", at: node).status
      try await Task.sleep(for: .milliseconds(round * 5 % 40))
      site.crash(node)
      _ = await cut
      #expect(try await alice.isSignedIn(at: 1 - node))
      #expect(try await alice.open("/token", at: 1 - node).status == 200, "round \(round)")
      try await site.launch(node)
      #expect(try await alice.open("/token", at: node).status == 200, "round \(round)")
    }
    await site.stop()
  }
}
