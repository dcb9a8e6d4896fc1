// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestKit

/// Two servers in network namespaces of their own, each with a cable to PostgreSQL that can be cut.
@Suite(
  "A website of two machines, which share only PostgreSQL",
  .enabled(if: OwnNetwork.isPossible, "network namespaces cannot be made: they need root and ip"),
  .timeLimit(.minutes(60)))
struct SeveralMachinesTests {
  /// The machines, the provider and the database.
  private final class Site: RemoteSite, HTTPTransport {
    let origin = "https://photos.example"

    let machines: [OwnNetwork]
    let provider: TestServer
    private let database: PostgreSQLServer
    private let folder: Folder
    private let port = TestPorts.candidate()
    private let children = Mutex<[Int: ChildProcess]>([:])
    private let outside = PatientTransport()

    init() async throws {
      provider = try await SiteSetup.provider(
        of: origin, accessTokensFor: SiteSetup.briefLifetime)
      machines = [
        try await OwnNetwork(forwarding: provider.port),
        try await OwnNetwork(forwarding: provider.port),
      ]
      var options = PostgreSQLServer.Options()
      options.addresses = machines.map(\.databaseAddress)
      database = try await PostgreSQLServer(options)
      folder = try Folder()
      SiteSetup.makeKey(in: folder)
      for n in machines.indices { try await launch(n) }
    }

    /// Starts the server of a machine, and waits until it responds.
    func launch(_ n: Int) async throws {
      let machine = machines[n]
      let words = machine.entering + [BuiltProgram.path("SiteWorker")]
      let child = try ChildProcess(
        words[0], Array(words.dropFirst()),
        environment: [
          "SITE_HOST": machine.serverAddress, "SITE_PORT": "\(port)",
          "SITE_ISSUER": provider.issuer, "SITE_SECRET": World.secret.reveal(),
          "SITE_KEY": folder.path + "/web.key",
          "SITE_DATABASE":
            "postgresql://coatcheck@\(machine.databaseAddress)/postgres?sslmode=disable",
        ])
      children.withLock { $0[n] = child }
      try await SiteSetup.wait(for: child, at: origin, over: cable(to: n))
    }

    /// Kills the server of a machine with SIGKILL.
    func crash(_ n: Int) { children.withLock { $0[n] }?.crash() }

    private func cable(to n: Int) -> AddressedTransport {
      AddressedTransport(
        from: machines[n].clientAddress, to: port, at: machines[n].serverAddress)
    }

    var transport: any HTTPTransport { self }

    func road(to node: Int?) -> (address: String, fields: HTTPFields) {
      (origin, SiteVisitor.fields(["X-Node": "\(node ?? 0)"]))
    }

    /// A request of a page names the machine in `X-Node`. All others go to the provider.
    func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      guard request.authority == "photos.example" else {
        return try await outside.send(request, body: body, limit: limit)
      }
      let node = HTTPField.Name("X-Node").flatMap { request.headerFields[$0] }.flatMap { Int($0) }
      return try await cable(to: node ?? 0).send(request, body: body, limit: limit)
    }

    func stop() async {
      for child in children.withLock({ Array($0.values) }) { child.stop() }
      for machine in machines { machine.stop() }
      database.stop()
      await provider.stop()
    }
  }

  /// Signs Alice in, with a sign-in that begins at one machine and finishes at another.
  private func alice(of site: Site, beginningAt a: Int, finishingAt b: Int) async throws
    -> RemoteVisitor
  {
    let alice = RemoteVisitor(site: site, user: .alice)
    let page = try await alice.open(alice.callback(node: a), node: b)
    #expect(page.status == 303, "\(page.text)")
    return alice
  }

  @Test("a user begins at one, finishes at the other, refreshes at both, and signs out of both")
  func oneAfterTheOther() async throws {
    let site = try await Site()
    for round in 1...Rounds.count(1, soak: 10) {
      let alice = try await alice(of: site, beginningAt: 0, finishingAt: 1)
      for node in [0, 1] { #expect(try await alice.isSignedIn(node: node)) }
      try await Task.sleep(for: SiteSetup.untilRefresh)
      let token = try await alice.open("/token", node: 0)
      #expect(token.status == 200)
      #expect(try await alice.open("/token", node: 1).text == token.text)
      #expect(site.provider.requests.count("/token") == 2 * round, "the code, and one refresh")
      #expect(try await alice.signOut(node: 1).status == 303)
      for node in [0, 1] { #expect(try await !alice.isSignedIn(node: node)) }
    }
    await site.stop()
  }

  @Test("one without its database shows no page, and later knows what has ended meanwhile")
  func cutOff() async throws {
    let site = try await Site()
    for round in 0..<Rounds.count(1, soak: 10) {
      let leaving = try await alice(of: site, beginningAt: 0, finishingAt: 0)
      let staying = try await alice(of: site, beginningAt: 0, finishingAt: 0)
      try site.machines[0].cut()
      let page = try await leaving.open("/albums", node: 0)
      #expect(page.status == 503 && page.head.headerFields[.retryAfter] != nil, "round \(round)")
      for visitor in [leaving, staying] { #expect(try await visitor.isSignedIn(node: 1)) }
      #expect(try await leaving.signOut(node: 1).status == 303)
      try site.machines[0].restore()
      for _ in 0..<600 where try await staying.open("/albums", node: 0).status == 503 {
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(try await staying.isSignedIn(node: 0), "round \(round)")
      #expect(try await !leaving.isSignedIn(node: 0), "round \(round)")
    }
    await site.stop()
  }

  @Test("killing one of them costs a user one request, and nothing else")
  func killed() async throws {
    let site = try await Site()
    let alice = try await alice(of: site, beginningAt: 0, finishingAt: 1)
    for round in 0..<Rounds.count(3, soak: 50) {
      let node = round % 2
      try await Task.sleep(for: SiteSetup.untilRefresh)
      async let cut = try? alice.open("/token", node: node).status
      try await Task.sleep(for: .milliseconds(round * 5 % 40))
      site.crash(node)
      _ = await cut
      #expect(try await alice.isSignedIn(node: 1 - node))
      #expect(try await alice.open("/token", node: 1 - node).status == 200, "round \(round)")
      try await site.launch(node)
      #expect(try await alice.open("/token", node: node).status == 200, "round \(round)")
    }
    await site.stop()
  }
}
