// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import CoatcheckStoreTesting
import TestKit

@Suite("A client with callbacks, and the validity of its token", .timeLimit(.minutes(10)))
@MainActor
struct NXValidityTests {
  let recorder = NXRecorder()

  private func client(_ world: NXWorld, store: (any TokenStore)? = nil) -> CallbackClient {
    CallbackClient(
      world.client(store: store), scopes: ["read"], storedAs: "main", delegate: recorder)
  }

  /// Alice is signed in, and her access token has expired.
  private func expired(
    refreshable: Bool
  ) async throws -> (world: NXWorld, client: CallbackClient, session: Session) {
    var manner = NXBehaviour()
    if !refreshable { manner.refreshLifetime = 0 }
    let world = try await NXWorld(manner)
    let client = client(world)
    let session = try await client.signIn(using: .alice(["read"]))
    world.standIn.clock.advance(by: .seconds(3601))
    return (world, client, session)
  }

  @Test("requestAccess reports no access for an expired token: it is lost, and a flow is needed")
  func expiredWithoutRefreshToken() async throws {
    let (world, client, _) = try await expired(refreshable: false)
    client.requestAccess()
    let calls = try await recorder.all(3)
    #expect(calls == ["got", "lost expired", "needs"])
    #expect(client.session == nil)
    client.requestAccess()
    #expect(try await recorder.all(4).last == "needs", "each call asks again")
    try await client.signIn(using: .alice(["read"]))
    client.requestAccess()
    #expect(try await recorder.all(6).suffix(2) == ["got", "got"])
    #expect(world.tokenRequests == 2)
  }

  @Test("requestAccess refreshes an expired token first")
  func refreshedFirst() async throws {
    let (world, client, _) = try await expired(refreshable: true)
    client.requestAccess()
    #expect(try await recorder.all(3).dropFirst().sorted() == ["got", "refreshed"])
    #expect(world.tokenRequests == 2)
    world.standIn.clock.advance(by: .seconds(3601))
    world.standIn.service.revokeAll(refreshToo: true)
    client.requestAccess()
    let calls = try await recorder.all(5)
    #expect(calls.suffix(2) == ["lost refused", "needs"])
    #expect(client.session == nil)
  }

  @Test("requestAccess reports why an expired token cannot be refreshed now, and keeps the session")
  func offline() async throws {
    let (world, client, session) = try await expired(refreshable: true)
    world.failTokenRequests(times: 5)
    client.requestAccess()
    #expect(try await recorder.all(2) == ["got", "failed server_unavailable"])
    #expect(client.session === session)
    client.requestAccess()
    #expect(try await recorder.all(4).suffix(2).sorted() == ["got", "refreshed"])
  }

  @Test("requestAccess reports a stored session, and that it cannot be refreshed now")
  func offlineAtLaunch() async throws {
    let world = try await NXWorld()
    _ = try await world.session(scopes: ["read"])
    world.standIn.clock.advance(by: .seconds(3601))
    world.failTokenRequests(times: 5)
    let client = client(world)
    client.requestAccess()
    #expect(try await recorder.all(2) == ["got", "failed server_unavailable"])
    try await client.session?.refresh()
    #expect(try await recorder.all(3).last == "refreshed")
  }

  @Test("a request with an expired token waits for a flow, and is not sent without one")
  func requestWaits() async throws {
    let (world, client, _) = try await expired(refreshable: false)
    recorder.begin = { $0.authenticate(username: "alice", password: Secret("wonderland")) }
    let connection = NXConnectionRecorder()
    CallbackConnection(world.request("/me"), client: client, delegate: connection).start()
    try await connection.end()
    #expect(connection.calls == ["response 200", "finished"])
    #expect(recorder.calls == ["got", "lost expired", "needs", "got"])
    #expect(world.standIn.received("/me").count == 1)
  }

  @Test("didLoseAccess follows a request of the session with an expired token")
  func lostElsewhere() async throws {
    let (world, client, session) = try await expired(refreshable: false)
    for _ in 0..<3 {
      let error = await failure { try await session.data(for: world.request("/me")) }
      #expect(error?.code == .interactionRequired)
      #expect(error?.nxCode == NXErrorCode(.oauth, -2001))
    }
    #expect(try await recorder.all(2) == ["got", "lost expired"])
    #expect(client.session == nil)
  }

  @Test("a refresh without a refresh token is an error; the session is lost when the token expires")
  func refreshWithout() async throws {
    var manner = NXBehaviour()
    manner.refreshLifetime = 0
    let world = try await NXWorld(manner)
    let client = client(world)
    let session = try await client.signIn(using: .alice(["read"]))
    client.refresh()
    #expect(try await recorder.all(2) == ["got", "failed interaction_required"])
    #expect(client.session === session)
    // The token is about to expire and cannot be refreshed: not every request reports an error.
    world.standIn.clock.advance(by: .seconds(3590))
    for _ in 0..<3 { _ = try await session.data(for: world.request("/me")) }
    #expect(try await recorder.all(2).count == 2)
    world.standIn.clock.advance(by: .seconds(20))
    client.refresh()
    #expect(try await recorder.all(3).last == "lost expired")
    #expect(world.tokenRequests == 1)
  }

  @Test(
    "finds the session of an earlier client in the keychain or on disk",
    arguments: [true, false])
  func earlierSession(_ isKeychain: Bool) async throws {
    let (folder, items) = (try Folder(), KeychainStandIn())
    func store() throws -> any TokenStore {
      guard isKeychain else { return FileTokenStore(directory: folder.path) }
      return RecordTokenStore(try KeychainRecords(items, lockDirectory: folder.path))
    }
    let world = try await NXWorld()
    weak var before: CallbackClient?
    do {
      let first = client(world, store: try store())
      try await first.signIn(using: .alice(["read"]))
      before = first
    }
    try await NX.eventually { before == nil }
    #expect(items.items.count == (isKeychain ? 1 : 0))
    let second = client(world, store: try store())
    second.requestAccess()
    #expect(try await recorder.all(2) == ["got", "got"])
    let session = try #require(second.session)
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
    try await session.refresh()
    #expect(world.tokenRequests == 2)
    #expect(world.standIn.received("/oauth2/authenticate").isEmpty)
  }

  @Test("after a restart during a sign-in a new flow is needed, and the old callback is ignored")
  func endedInBetween() async throws {
    let world = try await NXWorld()
    let url = try client(world).authorizationURL(redirectURI: "x-myapp://oauth2")
    let callback = try await world.browser().authorize(at: url)
    let again = client(world)
    #expect(!again.handleRedirect(callback))
    again.requestAccess()
    #expect(try await recorder.all(1) == ["needs"])
    #expect(world.tokenRequests == 0)
  }

  @Test("a user agent intercepts the callback, and the app does not have to pass it on")
  func intercepted() async throws {
    let world = try await NXWorld()
    let client = client(world)
    recorder.begin = { $0.authenticate(by: .code) }
    client.requestAccess()
    #expect(try await recorder.all(2) == ["needs", "got"])
    let page = try #require(world.standIn.received("/oauth2/authenticate").first)
    #expect(page.query.contains("scope=read"))
    #expect(client.session?.stored?.scopes == ["read"])
  }

  @Test("a password is sent once, in the body, and is not stored; the log warns about the flow")
  func passwordIsNotStored() async throws {
    let folder = try Folder()
    let log = CapturedLog()
    let world = try await NXWorld()
    let client = CallbackClient(
      Client(
        of: world.provider, id: "app", secret: Secret("app secret"),
        store: FileTokenStore(directory: folder.path), transport: Transports.system
      ) {
        $0.environment = world.environment
        $0.logger = log.logger
      }, scopes: ["read"], storedAs: "main", delegate: recorder)
    client.authenticate(username: "alice", password: Secret("wonderland"))
    #expect(try await recorder.all(1) == ["got"])
    try await client.session?.refresh()
    let sent = world.standIn.all.filter {
      String(decoding: $0.body, as: UTF8.self).contains("wonderland")
    }
    #expect(sent.count == 1 && world.standIn.all.allSatisfy { !$0.query.contains("wonderland") })
    let files = try folder.files()
    #expect(!files.isEmpty)
    for file in files {
      let bytes = FileManager.default.contents(atPath: folder.path + "/" + file) ?? Data()
      #expect(!String(decoding: bytes, as: UTF8.self).contains("wonderland"))
    }
    #expect(
      log.lines.contains {
        $0.level == .warning && $0.message.contains("RFC 9700 forbids the grant")
      })
    #expect(!log.all.contains { $0.contains("wonderland") })
  }
}
