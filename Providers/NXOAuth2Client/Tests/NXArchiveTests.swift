// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("An archive of NXOAuth2Client", .timeLimit(.minutes(10)))
struct NXArchiveTests {
  /// A world, and tokens of its service for alice, as an app with the old library had them.
  private func old(
    _ options: NXOptions = NXOptions(), _ manner: NXBehaviour = NXBehaviour()
  ) async throws -> (world: NXWorld, stored: StoredSession) {
    let world = try await NXWorld(manner, options: options)
    let session = try await world.session(
      world.client(store: MemoryTokenStore()), scopes: ["read"])
    return (world, try #require(session.stored))
  }

  @Test("has the token with its scopes, type and expiry, as the old library wrote them")
  func token() throws {
    let end = Date(timeIntervalSince1970: 1_500_000_000)
    let archive = OldArchive.token(
      "token-1", refresh: "refresh-1", end: end, scopes: ["write", "read"], type: "bearer",
      body: #"{"access_token":"token-1","user_id":"u-alice"}"#)
    let token = try NXArchivedToken(parsing: archive)
    #expect(token.accessToken.matches(Secret("token-1")))
    #expect(token.refreshToken?.matches(Secret("refresh-1")) == true)
    #expect(token.expiry == .at(end))
    #expect(token.scopes == ["read", "write"])
    let grant = token.grant(receivedAt: end)
    #expect(grant.tokenType == "Bearer" && grant.scopes == ["read", "write"])
    #expect(grant.extra.names == ["user_id"], "no token is kept twice")
    #expect(!String(reflecting: token).contains("token-1"))
    let bare = try NXArchivedToken(parsing: OldArchive.token("token-1"))
    #expect(bare.refreshToken == nil && bare.expiry == .unknown && bare.scopes == nil)
    #expect(bare.grant(receivedAt: end).tokenType == "OAuth")
    #expect(
      NXArchivedToken.service(bundleID: "com.example.app", group: "myHost")
        == "com.example.app::OAuth2::myHost")
  }

  @Test("has the accounts with their types, tokens and user data")
  func accounts() throws {
    let archive = OldArchive.accounts([
      "B": ("photos", "token-b", ["name": "Bob", "visits": 3, "tags": ["sea", "sand"]]),
      "A": ("cloud", "token-a", nil), "C": ("cloud", nil, nil),
    ])
    let accounts = try NXArchivedAccount.all(parsing: archive)
    #expect(accounts.map(\.identifier) == ["A", "B", "C"])
    #expect(accounts.map(\.accountType) == ["cloud", "photos", "cloud"])
    #expect(accounts.map { $0.token == nil } == [false, false, true])
    let data = accounts[1].userData?.objectValue
    #expect(data?["name"]?.stringValue == "Bob" && data?["visits"]?.intValue == 3)
    #expect(data?["tags"]?.arrayValue?.compactMap(\.stringValue) == ["sea", "sand"])
    #expect(NXArchivedAccount.service(bundleID: "a.b") == "a.b::NXOAuth2AccountStore")
  }

  @Test("is refused without a crash where it is damaged, in every byte and at every length")
  func damaged() throws {
    let whole = OldArchive.accounts(["A": ("cloud", "token-a", ["name": "Alice"])])
    var read = 0
    for length in 0..<whole.count {
      #expect(throws: OAuthError.self) {
        try NXArchivedAccount.all(parsing: whole.prefix(length))
      }
    }
    for index in whole.indices {
      for bit in [0x01, 0x10, 0x80, 0xFF] as [UInt8] {
        var bytes = whole
        bytes[index] ^= bit
        do throws(OAuthError) {
          _ = try NXArchivedAccount.all(parsing: bytes)
          read += 1
        } catch {
          #expect(error.outcome == .misused && error.parameter == "data")
        }
      }
    }
    #expect(read < 4 * whole.count)
    for other in [Data(), Data("bplist00".utf8), Data(repeating: 0xFF, count: 100)] {
      #expect(throws: OAuthError.self) { try NXArchivedToken(parsing: other) }
    }
    let huge = Data(repeating: 0x20, count: (1 << 20) + 1)
    #expect(throws: OAuthError.self) { try NXArchivedToken(parsing: huge) }
    #expect(throws: OAuthError.self) { try NXArchivedToken(parsing: whole) }
  }

  @Test("is refused if it refers to one large object many times")
  func repeated() throws {
    let once = try NXArchivedToken(parsing: OldArchive.repeating(64 << 10, times: 1))
    #expect(once.accessToken.matches(Secret("token")))
    #expect(throws: OAuthError.self) {
      try NXArchivedToken(parsing: OldArchive.repeating(64 << 10, times: 64))
    }
  }

  @Test("becomes a session without the user, with its scopes and its token type")
  @MainActor
  func takenOver() async throws {
    let (world, stored) = try await old()
    let token = try NXArchivedToken(
      parsing: OldArchive.token(
        stored.accessToken.reveal(), refresh: stored.refreshToken?.reveal(),
        end: stored.expiry.date))
    let recorder = NXRecorder()
    let first = CallbackClient(
      world.client(), scopes: ["read"], storedAs: "main", delegate: recorder)
    try await first.takeOver(token)
    #expect(try await recorder.all(1) == ["got"])
    let second = CallbackClient(
      world.client(), scopes: ["read"], storedAs: "main", delegate: recorder)
    second.requestAccess()
    #expect(try await recorder.all(2) == ["got", "got"])
    let session = try #require(second.session)
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
    let field = world.standIn.received("/me").last?.head.headerFields[.authorization]
    #expect(field?.hasPrefix("OAuth ") == true)
    world.standIn.clock.advance(by: .seconds(3601))
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
    #expect(world.standIn.received("/oauth2/authenticate").isEmpty)
  }

  @Test("of several accounts becomes sessions by type; signing in again keeps the account")
  func accountsTakenOver() async throws {
    var manner = NXBehaviour()
    manner.subjectMember = "user_id"
    var options = NXOptions()
    options.subjectMember = "user_id"
    let (world, stored) = try await old(options, manner)
    let types = AccountTypes(
      store: world.store, transport: Transports.system, environment: world.environment)
    await types.set(
      "cloud",
      AccountType(of: world.provider, id: "app", secret: Secret("app secret"), scopes: ["read"]))
    let archive = OldArchive.accounts(
      [
        "A": ("cloud", stored.accessToken.reveal(), ["name": "Alice"]), "C": ("cloud", nil, nil),
        "D": ("other", "token-d", nil),
      ], body: #"{"user_id":"u-alice"}"#)
    let accounts = try NXArchivedAccount.all(parsing: archive)
    let session = try #require(try await types.takeOver(accounts[0]))
    #expect(session.account.subject == "u-alice")
    #expect(session.stored?.name == "A" && session.stored?.provider == "cloud")
    let kept = try await world.store.session(session.account)
    #expect(kept?.appData["userData"]?.objectValue?["name"]?.stringValue == "Alice")
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
    #expect(try await types.takeOver(accounts[1]) == nil)
    #expect(await failure { try await types.takeOver(accounts[2]) }?.parameter == "type")
    let again = try await types.signIn("cloud", by: .alice(["read"]))
    #expect(again.account == session.account)
    #expect(again.stored?.appData["userData"] != nil)
    #expect(try await types.accounts("cloud").count == 1)
  }
}
