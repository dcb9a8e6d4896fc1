// SPDX-License-Identifier: Apache-2.0
import CoatcheckOCLC
import CoatcheckOCLCTesting
import TestKit

@Suite("A client's own session", .timeLimit(.minutes(10)))
struct OwnSessionTests {
  private let world: OCLCWorld

  init() async throws { world = try await OCLCWorld() }

  private static let token = "/oauth2/accessToken"

  @Test("gets one token for all callers, in all clients that share the store")
  func cached() async throws {
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

  @Test("gets one token for programs that share a folder, and each following token once")
  func twoPrograms() async throws {
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

  @Test("gets the next token when the last one has expired, once for all callers")
  func renewed() async throws {
    let (world, session) = try await OCLCWorld.own()
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

  @Test("depends on the scopes, the institutions and the client")
  func keys() async throws {
    var world = try await OCLCWorld(OCLCService(clients: [.init(), .init(wskey: "other")]))
    let client = try world.client()
    let one = try await client.ownSession(scopes: ["A", "B"])
    let same = try await client.ownSession(scopes: ["B", "A", "A"])
    #expect(one.account == same.account)
    var accounts: Set<AccountID> = [one.account]
    accounts.insert(try await client.ownSession(scopes: ["A"]).account)
    accounts.insert(try await client.ownSession(scopes: ["A"], extra: ["x": "y"]).account)
    accounts.insert(try await world.client(id: "other").ownSession(scopes: ["A"]).account)
    world.institutions = ("128807", "60000")
    accounts.insert(try await world.client().ownSession(scopes: ["A"]).account)
    #expect(accounts.count == 5)
    #expect(world.oclc.received(Self.token).count == 5)
    #expect(accounts.allSatisfy { $0.subject.hasPrefix("client_credentials?scope=A") })
  }

  @Test("is stored with its renewal, and resumes in another program without a request")
  func restored() async throws {
    let client = try world.client()
    let first = try await client.ownSession(scopes: ["A"], extra: ["x": "1 2"])
    let json = try JSONObject(parsing: #require(first.stored).json.serialized())
    let stored = try StoredSession(json: json)
    #expect(stored.renewal == .clientCredentials(scopes: ["A"], extra: ["x": "1 2"]))
    let again = try world.client(store: MemoryTokenStore([stored]))
    let second = try await again.ownSession(scopes: ["A"], extra: ["x": "1 2"])
    #expect(try await second.accessToken().matches(stored.accessToken))
    #expect(world.oclc.received(Self.token).count == 1)
    world.oclc.clock.advance(by: .seconds(1200))
    _ = try await second.accessToken()
    let query = try Parameters(decoding: #require(world.oclc.received(Self.token).last).query)
    #expect(query["x"] == "1 2")
  }

  @Test("uses the current secret of the client")
  func newSecret() async throws {
    let service = OCLCService(clients: [.init(secret: Secret("new secret"))])
    let client = try world.client()
    _ = try await client.ownSession(scopes: ["A"])
    world.oclc.clock.advance(by: .seconds(1200))
    // The operator has replaced the secret at the same address.
    await world.oclc.stop()
    let later = try await StandIn.start(service, port: world.oclc.port, clock: world.oclc.clock)
    let session = try await world.client(secret: "new secret")
      .ownSession(scopes: ["A"])
    #expect(try await session.accessToken().reveal().hasPrefix("tk_"))
    #expect(later.received(Self.token).count == 1)
  }

  @Test("stays stored when the provider refuses, and when it is unreachable")
  func refusals() async throws {
    let (world, session) = try await OCLCWorld.own()
    world.oclc.clock.advance(by: .seconds(1200))
    for (status, message) in [(400, "invalid_grant"), (401, "WSKey is gone"), (403, "no")] {
      world.oclc.answer(
        Self.token,
        with: .standIn(
          .init(code: status),
          json: ["code": .number(JSONNumber(status)), "message": .string(message)]))
      let error = await failure { try await session.accessToken() }
      #expect(error?.outcome == .refused)
      #expect(error?.code != .sessionEnded)
    }
    await world.oclc.stop()
    let offline = await failure { try await session.accessToken() }
    #expect(offline?.outcome == .unreachable)
    #expect(try await world.store.session(session.account)?.refreshMarker == nil)
    let back = try await world.oclc.restarted()
    _ = try await session.accessToken()
    await back.stop()
  }

  @Test("replaces a rejected token and sends the request again")
  func rejected() async throws {
    let (world, session) = try await OCLCWorld.own()
    world.oclc.service.revokeAll()
    let (head, body) = try await session.data(for: world.record())
    #expect(head.status == .ok)
    #expect(!OCLCWorld.text(body).contains("principalID"))
    #expect(session.stored?.generation == 2)
  }

  @Test("is separate from the session of a user")
  func apart() async throws {
    let client = try world.client()
    _ = try await client.ownSession(scopes: ["WMS_NCIP"])
    #expect(try await client.session() == nil)
    let session = try await client.signIn(scopes: ["WMS_NCIP"])
    #expect(session.account.subject == StandInUser.alice.id)
    #expect(try await client.session()?.account == session.account)
    #expect(try await client.sessions().count == 2)
  }

  @Test("needs a secret, before anything is sent")
  func noSecret() async throws {
    let error = await failure { try await world.client(secret: nil).ownSession(scopes: ["A"]) }
    #expect(error?.parameter == "secret")
    let reserved = await failure {
      try await world.client()
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
    let error = await failure { try await client.ownSession(scopes: ["jobs:delete"]) }
    #expect(error == .refused(.invalidScope, ""))
  }
}
