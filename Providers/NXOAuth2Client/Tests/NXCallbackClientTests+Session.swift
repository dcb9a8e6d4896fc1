// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

/// The session of a client with callbacks.
extension NXCallbackClientTests {
  @Test("reports each refresh once, a failed one as well")
  func refreshes() async throws {
    let (world, client) = try await start()
    client.refresh()
    #expect(try await recorder.all(1) == ["failed invalid_argument"], "there is no session")
    let session = try await client.signIn(using: .alice())
    client.refresh()
    #expect(client.isAuthenticating)
    #expect(try await recorder.all(3).dropFirst() == ["got", "refreshed"])
    #expect(!client.isAuthenticating)
    world.standIn.clock.advance(by: .seconds(3601))
    async let first = session.accessToken()
    async let second = session.accessToken()
    _ = try await (first, second)
    #expect(try await recorder.all(4).last == "refreshed")
    world.failTokenRequests(times: 5)
    client.refresh()
    #expect(try await recorder.all(5).dropFirst(4) == ["failed server_unavailable"])
    #expect(client.session != nil, "the session stays")
  }

  @Test("reports once that the access is lost when the user has revoked it at the service")
  func lostByRevocation() async throws {
    let (world, client, session) = try await signedIn()
    world.standIn.service.revokeAll(refreshToo: true)
    let error = await failure { try await session.data(for: world.request("/me")) }
    #expect(error?.code == .sessionEnded)
    #expect(try await recorder.all(2) == ["got", "lost refused"])
    #expect(client.session == nil)
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("reports once that the access is lost when the token has expired and cannot be refreshed")
  func lostByExpiry() async throws {
    let (world, client, session) = try await signedIn()
    world.endSessions()
    for _ in 0..<3 {
      #expect(await failure { try await session.accessToken() }?.code == .sessionEnded)
    }
    #expect(try await recorder.all(2) == ["got", "lost refused"])
    #expect(client.session == nil)
  }

  @Test("reports that the access is lost when the user signs out, and can sign in again")
  func signOut() async throws {
    let (world, client) = try await start()
    #expect(await client.signOut() == nil)
    try await client.signIn(using: .alice())
    let report = try #require(await client.signOut())
    #expect(report.steps.last?.0 == .forgetLocally)
    #expect(try await recorder.all(2) == ["got", "lost signed_out"])
    try await client.signIn(using: .password(username: "bob", password: Secret("can we fix it")))
    #expect(try await recorder.all(3).last == "got")
    #expect(world.tokenRequests == 2)
  }

  @Test("keeps sessions in memory if configured, and moves the current one")
  func persistence() async throws {
    let (world, client, _) = try await signedIn()
    #expect(try await world.store.sessions().count == 1)
    try await client.keepSessions(.inMemory)
    #expect(client.keeping == .inMemory)
    #expect(try await world.store.sessions().isEmpty)
    try await client.access().refresh()
    #expect(try await world.store.sessions().isEmpty)
    try await client.keepSessions(.stored)
    #expect(try await world.store.sessions().first?.generation == 2)
    try await client.access().refresh()
    #expect(try await world.store.sessions().first?.generation == 3)
    #expect(try await recorder.all(3) == ["got", "refreshed", "refreshed"])
  }

  @Test("is released with its last reference, and its session stays usable")
  func released() async throws {
    let world = try await NXWorld()
    weak var held: CallbackClient?
    let session: Session
    do {
      let client = client(world)
      held = client
      session = try await client.signIn(using: .alice())
      weak var delegate: NXRecorder?
      do {
        let other = NXRecorder()
        (client.delegate, delegate) = (other, other)
      }
      #expect(delegate == nil)
    }
    try await NX.eventually { held == nil }
    try await session.refresh()
    #expect(try await recorder.all(1) == ["got"])
  }

  @Test("reports a store that cannot be read, and does not ask for a flow")
  func lockedStore() async throws {
    let world = try await NXWorld()
    let client = client(world, store: NXLockedStore())
    client.requestAccess()
    #expect(try await recorder.all(1) == ["failed store_locked"])
  }

  @Test("can be awaited: all callers get the session of one flow")
  func awaited() async throws {
    let (world, client) = try await start()
    recorder.begin = { $0.authenticate(username: "alice", password: Secret("wonderland")) }
    let waiting = (0..<10).map { _ in Task { try await client.access() } }
    for task in waiting { #expect(try await task.value === client.session) }
    #expect(try await recorder.all(2) == ["needs", "got"])
    #expect(world.tokenRequests == 1)
  }

  @Test("fails all waiting callers once when the flow fails; a cancelled caller ends before")
  func awaitedWithoutSuccess() async throws {
    let (world, client) = try await start()
    let waiting = (0..<10).map { _ in
      Task { await failure { try await client.access() }?.code }
    }
    #expect(try await recorder.all(1) == ["needs"])
    waiting[0].cancel()
    #expect(await waiting[0].value == .cancelled)
    client.authenticate(username: "alice", password: Secret("wrong"))
    for task in waiting.dropFirst() { #expect(await task.value == .invalidGrant) }
    #expect(try await recorder.all(2) == ["needs", "failed invalid_grant"])
    #expect(world.tokenRequests == 1)
    client.delegate = nil
    #expect(await failure { try await client.access() }?.code == .interactionRequired)
  }
}
