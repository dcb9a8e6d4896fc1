// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

@Suite("A client's own session", .timeLimit(.minutes(10)))
struct OwnSessionTests {
  private static let token = "/oauth2/accessToken"

  @Test("gets one token for all who ask, in all clients that share the store")
  func cached() async throws {
    let world = try await OCLCWorld()
    let provider = try world.legacy()
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await world.client(of: provider).ownSession(scopes: ["B", "A"]).accessToken().reveal()
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
    #expect(world.oclc.received(Self.token).count == 1)
    let query = try Parameters(decoding: #require(world.oclc.received(Self.token).first).query)
    #expect(query["grant_type"] == "client_credentials")
    #expect(query["scope"] == "B A")
    #expect(query["authenticatingInstitutionId"] == "128807")
    #expect(query["contextInstitutionId"] == "91475")
  }

  @Test("gets one token for two programs that share a folder, and each next one once")
  func twoPrograms() async throws {
    let world = try await OCLCWorld()
    let provider = try world.legacy()
    let folder = try Folder()
    for round in 1...3 {
      let tokens = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 {
          // Nothing is shared but the folder.
          let store = FileTokenStore(directory: folder.path)
          group.addTask {
            try await world.client(of: provider, store: store).ownSession(scopes: ["A"])
              .accessToken().reveal()
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(tokens.count == 1)
      #expect(world.oclc.received(Self.token).count == round)
      world.oclc.clock.advance(by: .seconds(1199))
    }
  }

  @Test("gets the next token when the one before has ended, once for all who wait")
  func renewed() async throws {
    let world = try await OCLCWorld()
    let session = try await world.client(of: try world.legacy()).ownSession(scopes: ["A"])
    let first = try await session.accessToken()
    for round in 2...4 {
      world.oclc.clock.advance(by: .seconds(1199))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 { group.addTask { _ = try await session.accessToken() } }
        try await group.waitForAll()
      }
      #expect(world.oclc.received(Self.token).count == round)
    }
    let stored = try #require(session.stored)
    #expect(!stored.accessToken.matches(first))
    #expect(stored.generation == 4)
    #expect(stored.refreshToken == nil)
    #expect(stored.isRenewable)
  }

  @Test("is another one for other scopes, other institutions or another client")
  func keys() async throws {
    var world = try await OCLCWorld(OCLCService(clients: [.init(), .init(wskey: "other")]))
    let client = world.client(of: try world.legacy())
    let one = try await client.ownSession(scopes: ["A", "B"])
    let same = try await client.ownSession(scopes: ["B", "A", "A"])
    #expect(one.account == same.account)
    var accounts: Set<AccountID> = [one.account]
    accounts.insert(try await client.ownSession(scopes: ["A"]).account)
    accounts.insert(try await client.ownSession(scopes: ["A"], extra: ["x": "y"]).account)
    accounts.insert(
      try await world.client(of: try world.legacy(), id: "other").ownSession(scopes: ["A"]).account)
    world.institutions = ("128807", "60000")
    accounts.insert(
      try await world.client(of: try world.legacy()).ownSession(scopes: ["A"]).account)
    #expect(accounts.count == 5)
    #expect(world.oclc.received(Self.token).count == 5)
    #expect(accounts.allSatisfy { $0.subject.hasPrefix("client_credentials?scope=A") })
  }

  @Test("is stored with how it is renewed, and goes on in another program without a request")
  func restored() async throws {
    let world = try await OCLCWorld()
    let client = world.client(of: try world.legacy())
    let first = try await client.ownSession(scopes: ["A"], extra: ["x": "1 2"])
    let json = try JSONObject(parsing: #require(first.stored).json.serialized())
    let stored = try StoredSession(json: json)
    #expect(stored.renewal == .clientCredentials(scopes: ["A"], extra: ["x": "1 2"]))
    let again = world.client(of: try world.legacy(), store: MemoryTokenStore([stored]))
    let second = try await again.ownSession(scopes: ["A"], extra: ["x": "1 2"])
    #expect(try await second.accessToken().matches(stored.accessToken))
    #expect(world.oclc.received(Self.token).count == 1)
    world.oclc.clock.advance(by: .seconds(1200))
    _ = try await second.accessToken()
    let query = try Parameters(decoding: #require(world.oclc.received(Self.token).last).query)
    #expect(query["x"] == "1 2")
  }

  @Test("goes by the secret that the client has now")
  func newSecret() async throws {
    let world = try await OCLCWorld()
    let service = OCLCService(clients: [.init(secret: Secret("new secret"))])
    let client = world.client(of: try world.legacy())
    _ = try await client.ownSession(scopes: ["A"])
    world.oclc.clock.advance(by: .seconds(1200))
    // The same address, where somebody has replaced the secret.
    await world.oclc.stop()
    let later = try await StandIn.start(service, port: world.oclc.port, clock: world.oclc.clock)
    let session = try await world.client(of: try world.legacy(), secret: "new secret")
      .ownSession(scopes: ["A"])
    #expect(try await session.accessToken().reveal().hasPrefix("tk_"))
    #expect(later.received(Self.token).count == 1)
  }

  @Test("stays stored when the provider says no, and when it is not there")
  func refusals() async throws {
    let world = try await OCLCWorld()
    let session = try await world.client(of: try world.legacy()).ownSession(scopes: ["A"])
    world.oclc.clock.advance(by: .seconds(1200))
    for (status, message) in [(400, "invalid_grant"), (401, "WSKey is gone"), (403, "no")] {
      world.oclc.answer(
        Self.token,
        with: .standIn(
          .init(code: status),
          json: ["code": .number(JSONNumber(status)), "message": .string(message)]))
      let error = await #expect(throws: OAuthError.self) { try await session.accessToken() }
      #expect(error?.outcome == .refused)
      #expect(error?.code != .sessionEnded)
    }
    await world.oclc.stop()
    let offline = await #expect(throws: OAuthError.self) { try await session.accessToken() }
    #expect(offline?.outcome == .unreachable)
    #expect(try await world.store.session(session.account)?.refreshMarker == nil)
    let back = try await world.oclc.restarted()
    _ = try await session.accessToken()
    await back.stop()
  }

  @Test("replaces a rejected token and sends the request again")
  func rejected() async throws {
    let world = try await OCLCWorld()
    let session = try await world.client(of: try world.legacy()).ownSession(scopes: ["A"])
    world.oclc.service.revokeAll()
    let (head, body) = try await session.data(for: world.record())
    #expect(head.status == .ok)
    #expect(!OCLCWorld.text(body).contains("principalID"))
    #expect(session.stored?.generation == 2)
  }

  @Test("is nobody's: it does not stand in the way of the person's session")
  func apart() async throws {
    let world = try await OCLCWorld()
    let client = world.client(of: try world.legacy())
    _ = try await client.ownSession(scopes: ["WMS_NCIP"])
    #expect(try await client.session() == nil)
    let person = try await client.signIn(scopes: ["WMS_NCIP"])
    #expect(person.account.subject == StandInUser.alice.id)
    #expect(try await client.session()?.account == person.account)
    #expect(try await client.sessions().count == 2)
  }

  @Test("needs a secret, before anything is sent")
  func noSecret() async throws {
    let world = try await OCLCWorld()
    let error = await #expect(throws: OAuthError.self) {
      try await world.client(of: try world.legacy(), secret: nil).ownSession(scopes: ["A"])
    }
    #expect(error?.parameter == "secret")
    let reserved = await #expect(throws: OAuthError.self) {
      try await world.client(of: try world.legacy())
        .ownSession(scopes: ["A"], extra: ["contextInstitutionId": "1"])
    }
    #expect(reserved?.outcome == .misused)
    #expect(world.oclc.all.isEmpty)
  }

  @Test("works at any provider: at this package's own server, by Basic and a form")
  func ownServer() async throws {
    let server = try await TestServer.start(clients: [.service])
    let provider = try await Provider.discover(
      server.issuer, transport: Transports.system, environment: server.environment)
    let client = Client(
      of: provider, id: "service", secret: TestClient.service.secret, store: MemoryTokenStore(),
      transport: Transports.system
    ) { $0.environment = server.environment }
    let session = try await client.ownSession(scopes: ["jobs:read"])
    let first = try await session.accessToken()
    #expect(try await client.ownSession(scopes: ["jobs:read"]).accessToken().matches(first))
    #expect(server.requests.count("/token") == 1)
    server.clock.advance(by: .seconds(3600))
    #expect(!(try await session.accessToken()).matches(first))
    #expect(server.requests.count("/token") == 2)
    let error = await #expect(throws: OAuthError.self) {
      try await client.ownSession(scopes: ["jobs:delete"])
    }
    #expect(error == .refused(.invalidScope, ""))
  }
}
