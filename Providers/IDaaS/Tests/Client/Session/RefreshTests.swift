// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSTesting
import TestKit

@Suite("A session at the identity service")
struct RefreshTests {
  private func request(_ world: IDaaSWorld, _ path: String) throws -> HTTPRequest {
    let endpoint = try Endpoint(world.server.origin + path)
    return HTTPRequest(
      method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
  }

  @Test("gets the next ID token with its session token, once for a hundred concurrent callers")
  func singleFlight() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let before = try #require(session.stored)
    world.server.clock.advance(by: .seconds(7_300))
    let tokens = Set(try await concurrently(100) { _ in try await session.accessToken().reveal() })
    #expect(tokens.count == 1)
    #expect(world.transport.count(IDaaSWorld.refreshPath) == 1)
    let after = try #require(try await world.store.session(session.account))
    #expect(after.generation == before.generation + 1)
    #expect(after.refreshToken?.matches(try #require(before.refreshToken)) == false)
    #expect(after.accessToken.matches(try #require(after.idToken)))
    #expect(after.expiry == .at(world.server.clock.now.addingTimeInterval(7_200)))
    _ = try await world.idaas.verify(after.accessToken)
  }

  @Test("is refreshed separately for each user")
  func users() async throws {
    let world = try await IDaaSWorld.welcoming()
    let (alice, bob) = (try await world.session(.alice), try await world.session(.bob))
    world.server.clock.advance(by: .seconds(7_300))
    async let one = alice.accessToken()
    async let other = bob.accessToken()
    let users = try await (world.idaas.verify(one), world.idaas.verify(other))
    #expect(users.0.id == alice.account.subject)
    #expect(users.1.id == bob.account.subject)
  }

  @Test("survives a lost response: the same request gets the same tokens")
  func lostAnswer() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    world.transport.loseAnswers(to: IDaaSWorld.refreshPath)
    try await session.refresh()
    #expect(world.transport.count(IDaaSWorld.refreshPath) == 2)
    try await session.refresh()
    #expect(session.stored?.generation == 3)
  }

  @Test("is resumed by another process after a lost response")
  func anotherProgram() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    world.transport.loseAnswers(to: IDaaSWorld.refreshPath, times: 3)
    #expect(await failure { try await session.refresh() }?.isTransient == true)
    // Nothing but the store and a transport: all that the refresh needs is in the record.
    let stored = try #require(try await world.store.session(session.account))
    let read = try StoredSession(json: JSONObject(parsing: stored.json.serialized()))
    let elsewhere = world.resumed(read, on: Transports.system)
    world.server.clock.advance(by: .seconds(30))
    try await elsewhere.refresh()
    #expect(elsewhere.stored?.generation == 2)
  }

  @Test("is not ended while the network is down")
  func offline() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    world.transport.isDown = true
    world.server.clock.advance(by: .seconds(7_300))
    #expect(await failure { try await session.accessToken() }?.isTransient == true)
    #expect(try await world.store.sessions().count == 1)
    world.transport.isDown = false
    _ = try await session.accessToken()
  }

  @Test("is ended and forgotten only when the service reports it")
  func ended() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    world.server.clock.advance(by: .seconds(432_001))
    let error = await failure { try await session.accessToken() }
    #expect(error?.code == .sessionEnded)
    #expect(error?.returnCode == .expired)
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("is sent to the service as its ID token, also after that was replaced")
  func requests() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let userInfo = try request(world, "/api/v1/oauth2/userinfo")
    let (first, body) = try await session.data(for: userInfo)
    #expect(first.status == .ok)
    let json = try JSONObject(parsing: [UInt8](body))
    #expect(json["id"]?.stringValue == session.account.subject)
    world.server.clock.advance(by: .seconds(7_300))
    #expect(try await session.data(for: userInfo).0.status == .ok)
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(try await world.idaas.userInfo(session).id == session.account.subject)
  }

  @Test("is ended at the service when the user signs out")
  func signOut() async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let token = try #require(session.stored?.refreshToken)
    let report = await world.idaas.signOut(session)
    #expect(report.isComplete)
    #expect(try await world.store.sessions().isEmpty)
    let error = await failure {
      try await world.idaas.perform(RefreshIDToken(sessionToken: token))
    }
    #expect(error?.returnCode == .expired)
  }

  @Test(
    "ends by the codes of all generations for an ended session, and by no others",
    arguments: [
      ("IDAAS.SDK.COMMON.1005", true), ("SDK.COMMON.1005", true), ("COMMON.1005", true),
      ("IDAAS.SDK.PARAM.0023", true), ("SDK.PARAM.0023", true), ("IDAAS.SDK.COMMON.1013", true),
      ("IDAAS.SDK.COMMON.1001", false), ("IDAAS.SDK.COMMON.1003", false),
      ("IDAAS.SDK.COMMON.1006", false), ("IDAAS.SDK.COMMON.1012", false),
      ("IDAAS.SDK.COMMON.1014", false), ("IDAAS.SDK.NEW.1", false),
    ])
  func codes(text: String, ends: Bool) async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let stored = try #require(session.stored)
    let canned = ScriptedTransport([
      .init(
        "POST \(world.server.origin)\(IDaaSWorld.refreshPath)",
        reply: .json(["error_code": .string(text), "error_msg": "no"], status: 400))
    ])
    let other = world.resumed(stored, on: canned)
    let error = await failure { try await other.refresh() }
    #expect((error?.code == .sessionEnded) == ends)
    #expect(error?.providerCode == text)
    #expect(try await world.store.sessions().isEmpty == ends)
  }

  @Test("is not ended by a server that is busy or in trouble", arguments: [429, 500, 503])
  func trouble(status: Int) async throws {
    let (world, session) = try await IDaaSWorld.signedIn()
    let stored = try #require(session.stored)
    let line = ScriptedTransport.Line(
      "POST \(world.server.origin)\(IDaaSWorld.refreshPath)",
      reply: .json(["error_code": "IDAAS.SDK.COMMON.1005", "error_msg": "no"], status: status))
    let other = world.resumed(stored, on: ScriptedTransport([line, line, line]))
    #expect(await failure { try await other.refresh() }?.isTransient == true)
    #expect(try await world.store.sessions().count == 1)
  }
}
