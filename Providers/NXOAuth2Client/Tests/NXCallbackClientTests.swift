// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("A client with callbacks", .timeLimit(.minutes(10)))
@MainActor
struct NXCallbackClientTests {
  let recorder = NXRecorder()

  private func client(
    _ world: NXWorld, store: (any TokenStore)? = nil, name: String? = "main"
  ) -> CallbackClient {
    CallbackClient(
      world.client(store: store), scopes: ["read"], storedAs: name, delegate: recorder)
  }

  @Test("asks its delegate for a flow when nobody is signed in, once for calls at the same time")
  func needsAuthentication() async throws {
    let world = try await NXWorld()
    let client = client(world)
    client.requestAccess()
    client.requestAccess()
    #expect(try await recorder.all(1) == ["needs"])
    #expect(client.session == nil)
    client.requestAccess()
    #expect(try await recorder.all(2) == ["needs", "needs"])
    #expect(world.tokenRequests == 0)
  }

  @Test("signs in by the code flow: an address to open, and an address that comes back")
  func codeFlow() async throws {
    let world = try await NXWorld()
    let client = client(world)
    var address: URL?
    recorder.begin = { address = try? $0.authorizationURL(redirectURI: "x-myapp://oauth2") }
    client.requestAccess()
    _ = try await recorder.all(1)
    let url = try #require(address)
    #expect(url.absoluteString.hasPrefix("\(world.standIn.url)/oauth2/authenticate?"))
    let callback = try await world.browser().authorize(at: url)
    #expect(callback.hasPrefix("x-myapp://oauth2?code="))
    #expect(client.handleRedirect(callback))
    #expect(client.isAuthenticating)
    #expect(try await recorder.all(2) == ["needs", "got"])
    #expect(!client.isAuthenticating)
    let session = try #require(client.session)
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
    #expect(!client.handleRedirect(callback), "a callback is good for once")
    #expect(try await recorder.all(2) == ["needs", "got"])
  }

  @Test("finds the access of an earlier run in the store, without asking anybody")
  func foundInTheStore() async throws {
    let world = try await NXWorld()
    _ = try await world.session(scopes: ["read"])
    let client = client(world)
    client.requestAccess()
    #expect(try await recorder.all(1) == ["got"])
    #expect(world.tokenRequests == 1)
    #expect(world.standIn.received("/oauth2/authenticate").isEmpty)
    client.requestAccess()
    #expect(try await recorder.all(2) == ["got", "got"], "each question has an answer")
  }

  @Test("takes tokens that were obtained elsewhere")
  func importedTokens() async throws {
    let world = try await NXWorld()
    let old = try #require(try await world.session(world.client(store: MemoryTokenStore())).stored)
    let grant = TokenGrant(
      accessToken: old.accessToken, tokenType: "OAuth", expiry: old.expiry,
      refreshToken: old.refreshToken, receivedAt: old.obtainedAt)
    _ = try await world.client().adopt(
      grant, subject: "u-alice", scopes: ["read"], storedAs: "main", check: .trustingCaller)
    let client = client(world)
    client.requestAccess()
    #expect(try await recorder.all(1) == ["got"])
    #expect(try await client.access().accessToken().matches(old.accessToken))
  }

  @Test("asks for a flow when what is stored cannot go on")
  func storedAndOver() async throws {
    let world = try await NXWorld()
    _ = try await world.session(scopes: ["read"])
    world.standIn.service.revokeAll(refreshToo: true)
    world.standIn.clock.advance(by: .seconds(3601))
    let client = client(world)
    client.requestAccess()
    #expect(try await recorder.all(1) == ["needs"])
  }

  enum Flow: String, CaseIterable, Sendable {
    case password, clientCredentials, assertion, draftAssertion, direct
  }

  @Test("has a flow for what the program has already", arguments: Flow.allCases)
  func directFlows(_ flow: Flow) async throws {
    let world = try await NXWorld()
    let client = client(world)
    let saml = "urn:ietf:params:oauth:grant-type:saml2-bearer"
    let draft = "http://oauth.net/assertion_type/saml/2.0/bearer"
    let assertion = Secret("the-assertion-of-alice")
    switch flow {
    case .password: client.authenticate(username: "alice", password: Secret("wonderland"))
    case .clientCredentials: client.authenticateWithClientCredentials()
    case .assertion: client.authenticate(assertion: assertion, type: saml)
    case .draftAssertion: client.authenticate(assertion: assertion, type: draft, form: .draft10)
    case .direct:
      client.authenticate(
        by: GrantSignIn(.other(type: saml, ["assertion": assertion.reveal()]), scopes: ["read"]))
    }
    #expect(client.isAuthenticating)
    #expect(try await recorder.all(1) == ["got"])
    let form = try world.newestForm()
    #expect(form["scope"] == "read")
    switch flow {
    case .password: #expect(form["grant_type"] == "password" && form["username"] == "alice")
    case .clientCredentials: #expect(form["grant_type"] == "client_credentials")
    case .assertion, .direct: #expect(form["grant_type"] == saml && form["assertion_type"] == nil)
    case .draftAssertion:
      #expect(form["grant_type"] == "assertion" && form["assertion_type"] == draft)
    }
    let (_, body) = try await client.access().data(for: world.request("/me"))
    let id = try JSONObject(parsing: Array(body))["id"]?.stringValue
    #expect(id == (flow == .clientCredentials ? "client app" : "u-alice"))
  }

  @Test("sends an assertion without a secret where the client has none")
  func publicAssertion() async throws {
    let world = try await NXWorld()
    let client = CallbackClient(
      world.client(id: "public", secret: nil), storedAs: "main", delegate: recorder)
    client.authenticate(
      assertion: Secret("the-assertion-of-alice"),
      type: "urn:ietf:params:oauth:grant-type:jwt-bearer")
    #expect(try await recorder.all(1) == ["got"])
    let form = try world.newestForm()
    #expect(form["client_id"] == "public" && form["client_secret"] == nil)
  }

  @Test("tells why a flow failed, once, and nobody is signed in")
  func failures() async throws {
    let world = try await NXWorld()
    let client = client(world)
    client.authenticate(username: "alice", password: Secret("wrong"))
    #expect(try await recorder.all(1) == ["failed invalid_grant"])
    let url = try client.authorizationURL(redirectURI: "x-myapp://oauth2")
    client.handleRedirect(try await world.browser(.alice, .deny).authorize(at: url))
    #expect(try await recorder.all(2).last == "failed access_denied")
    #expect(recorder.errors.last?.nxCode == NXErrorCode(.oauth, -1005))
    await world.standIn.stop()
    client.authenticate(username: "alice", password: Secret("wonderland"))
    #expect(try await recorder.all(3).last == "failed connection_failed")
    #expect(recorder.errors.last?.nxCode.domain == .url)
    #expect(client.session == nil && !client.isAuthenticating)
  }

  @Test(
    "takes only callbacks of its own: by the state and the exact redirect URI, never its beginning")
  func foreignRedirects() async throws {
    let world = try await NXWorld()
    let client = client(world)
    let url = try client.authorizationURL(redirectURI: "x-myapp://oauth2")
    let callback = try await world.browser().authorize(at: url)
    let query = try #require(callback.firstIndex(of: "?").map { callback[$0...] })
    let code = try #require(query.split(separator: "&").first)
    for foreign in [
      "x-myapp://oauth2-evil\(query)", "x-myapp://oauth2/evil\(query)", "x-other://oauth2\(query)",
      "x-myapp://oauth2.evil\(query)", "x-myapp://oauth2\(code)", "x-myapp://oauth2",
      "x-myapp://oauth2\(code)&state=guessed", "https://myHost/", "", "no address at all",
    ] {
      #expect(!client.handleRedirect(foreign), "\(foreign)")
      let error = await failure { try await client.session(fromRedirect: foreign) }
      #expect(error?.code == .stateMismatch)
    }
    #expect(try await recorder.all(0).isEmpty)
    // Its scheme may come in another letter case.
    _ = try await client.session(fromRedirect: "X-MyApp://oauth2\(query)")
    #expect(try await recorder.all(1) == ["got"])
  }

  @Test("says when a callback of its own has neither a code nor an error")
  func emptyCallback() async throws {
    let world = try await NXWorld()
    let client = client(world)
    let url = try client.authorizationURL(redirectURI: "x-myapp://oauth2")
    let callback = try await world.browser().authorize(at: url)
    let state = try #require(callback.split(separator: "&").last)
    #expect(client.handleRedirect("x-myapp://oauth2?\(state)"))
    #expect(try await recorder.all(1) == ["failed callback_malformed"])
    #expect(recorder.errors.last?.nxCode == NXErrorCode(.oauth, 0))
  }

  @Test("does one flow at a time: a second one is told so, and the first goes on")
  func oneFlowAtATime() async throws {
    let world = try await NXWorld()
    let client = client(world)
    client.authenticate(username: "alice", password: Secret("wonderland"))
    client.authenticate(username: "bob", password: Secret("can we fix it"))
    #expect(try await recorder.all(2) == ["failed invalid_argument", "got"])
    #expect(world.tokenRequests == 1)
  }

  @Test("tells of each refresh once, of a failed one too")
  func refreshes() async throws {
    let world = try await NXWorld()
    let client = client(world)
    client.refresh()
    #expect(try await recorder.all(1) == ["failed invalid_argument"], "nobody is signed in")
    let session = try await client.signIn(
      using: .password(username: "alice", password: Secret("wonderland")))
    client.refresh()
    #expect(client.isAuthenticating)
    #expect(try await recorder.all(3).dropFirst() == ["got", "refreshed"])
    #expect(!client.isAuthenticating)
    world.standIn.clock.advance(by: .seconds(3601))
    async let first = session.accessToken()
    async let second = session.accessToken()
    _ = try await (first, second)
    #expect(try await recorder.all(4).last == "refreshed")
    world.standIn.answer(
      "/oauth2/token", with: .standIn(.internalServerError, text: "Oops."), times: 5)
    client.refresh()
    #expect(try await recorder.all(5).dropFirst(4) == ["failed server_unavailable"])
    #expect(client.session != nil, "who was signed in still is")
  }

  @Test("tells that the access is lost, once, when the person has revoked it at the service")
  func lostByRevocation() async throws {
    let world = try await NXWorld()
    let client = client(world)
    let session = try await client.signIn(
      using: .password(username: "alice", password: Secret("wonderland")))
    world.standIn.service.revokeAll(refreshToo: true)
    let error = await failure { try await session.data(for: world.request("/me")) }
    #expect(error?.code == .sessionEnded)
    #expect(try await recorder.all(2) == ["got", "lost refused"])
    #expect(client.session == nil)
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test("tells that the access is lost, once, when the token ends and cannot be refreshed")
  func lostByExpiry() async throws {
    let world = try await NXWorld()
    let client = client(world)
    let session = try await client.signIn(
      using: .password(username: "alice", password: Secret("wonderland")))
    world.standIn.clock.advance(by: .seconds(3601))
    world.standIn.service.revokeAll(refreshToo: true)
    for _ in 0..<3 {
      #expect(await failure { try await session.accessToken() }?.code == .sessionEnded)
    }
    #expect(try await recorder.all(2) == ["got", "lost refused"])
  }

  @Test("tells that the access is lost when somebody signs out, and can be signed in again")
  func signOut() async throws {
    let world = try await NXWorld()
    let client = client(world)
    #expect(await client.signOut() == nil)
    try await client.signIn(using: .password(username: "alice", password: Secret("wonderland")))
    let report = try #require(await client.signOut())
    #expect(report.steps.last?.0 == .forgetLocally)
    #expect(try await recorder.all(2) == ["got", "lost signed_out"])
    try await client.signIn(using: .password(username: "bob", password: Secret("can we fix it")))
    #expect(try await recorder.all(3).last == "got")
  }

  @Test("keeps sessions in memory only when told to, and moves the one that is there")
  func persistence() async throws {
    let world = try await NXWorld()
    let client = client(world)
    try await client.signIn(using: .password(username: "alice", password: Secret("wonderland")))
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

  @Test("is let go when nobody holds it, and what it watched goes on without it")
  func released() async throws {
    let world = try await NXWorld()
    weak var held: CallbackClient?
    let session: Session
    do {
      let client = client(world)
      held = client
      session = try await client.signIn(
        using: .password(username: "alice", password: Secret("wonderland")))
    }
    try await NX.eventually { held == nil }
    try await session.refresh()
    #expect(try await recorder.all(1) == ["got"])
  }

  @Test("says that the store cannot be read, which does not mean that nobody is signed in")
  func lockedStore() async throws {
    let world = try await NXWorld()
    let client = client(world, store: NXLockedStore())
    client.requestAccess()
    #expect(try await recorder.all(1) == ["failed store_locked"])
  }

  @Test("can be awaited: all who wait get the session of one flow")
  func awaited() async throws {
    let world = try await NXWorld()
    let client = client(world)
    recorder.begin = { $0.authenticate(username: "alice", password: Secret("wonderland")) }
    let waiting = (0..<10).map { _ in Task { try await client.access() } }
    for task in waiting { #expect(try await task.value === client.session) }
    #expect(try await recorder.all(2) == ["needs", "got"])
    #expect(world.tokenRequests == 1)
  }

  @Test("fails everybody who waits, once, when the flow fails; who was cancelled left before")
  func awaitedInVain() async throws {
    let world = try await NXWorld()
    let client = client(world)
    let waiting = (0..<10).map { _ in
      Task { await failure { try await client.access() }?.code }
    }
    #expect(try await recorder.all(1) == ["needs"])
    waiting[0].cancel()
    #expect(await waiting[0].value == .cancelled)
    client.authenticate(username: "alice", password: Secret("wrong"))
    for task in waiting.dropFirst() { #expect(await task.value == .invalidGrant) }
    #expect(try await recorder.all(2) == ["needs", "failed invalid_grant"])
    client.delegate = nil
    #expect(await failure { try await client.access() }?.code == .interactionRequired)
  }
}

/// A store that nobody has unlocked.
struct NXLockedStore: TokenStore {
  private let locked = OAuthError.unreachable(.storeLocked, "The keychain is locked.")

  var place: StoreLocation { MemoryTokenStore().place }

  func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] { throw locked }
  func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? { throw locked }
  func save(_ session: StoredSession) async throws(OAuthError) { throw locked }
  func remove(_ account: AccountID) async throws(OAuthError) { throw locked }
  func defaultAccount() async throws(OAuthError) -> AccountID? { throw locked }
  func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) { throw locked }
  func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value { throw locked }
}
