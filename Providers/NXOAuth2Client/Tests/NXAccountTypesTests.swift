// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("Accounts of several types", .timeLimit(.minutes(10)))
struct NXAccountTypesTests {
  static let redirect = "x-myapp://oauth2"

  /// Two services whose clients have the same redirect URI, and one store.
  private struct Two {
    let cloud: NXWorld
    let photos: NXWorld
    let store = MemoryTokenStore()
    let clock = TestClock()

    init() async throws {
      var manner = NXBehaviour()
      manner.subjectMember = "user_id"
      var options = NXOptions()
      options.subjectMember = "user_id"
      options.tokenFields = ["X-App": "7"]
      cloud = try await NXWorld(manner, options: options, clock: clock)
      photos = try await NXWorld(manner, options: options, clock: clock)
    }

    func types() async -> AccountTypes {
      let types = AccountTypes(
        store: store, transport: Transports.system, environment: clock.environment)
      for (name, world) in [("cloud", cloud), ("photos", photos)] {
        await types.set(
          name,
          AccountType(
            of: world.provider, id: "app", secret: Secret("app secret"), redirectURI: redirect,
            scopes: ["read"]))
      }
      return types
    }
  }

  private func signIn(_ types: AccountTypes, _ name: String, _ user: StandInUser = .alice)
    async throws -> Session
  {
    try await types.signIn(
      name,
      by: .password(username: user.username, password: user.password, scopes: ["read"]))
  }

  @Test("with the same redirect URI are distinguished by the state of their flows")
  func sameRedirect() async throws {
    let two = try await Two()
    let types = await two.types()
    let first = try await types.authorizationURL("cloud")
    let second = try await types.authorizationURL("photos")
    let toCloud = try await two.cloud.browser(.alice).authorize(at: first)
    let toPhotos = try await two.photos.browser(.bob).authorize(at: second)
    let foreign = toCloud.replacing("oauth2?", with: "oauth2-evil?")
    #expect(try await types.handleRedirect(foreign) == nil)
    #expect(try await types.handleRedirect("\(Self.redirect)?code=c&state=s") == nil)
    let photos = try #require(try await types.handleRedirect(toPhotos))
    let cloud = try #require(try await types.handleRedirect(toCloud))
    #expect(photos.account.subject == "u-bob" && photos.stored?.provider == "photos")
    #expect(cloud.account.subject == "u-alice" && cloud.stored?.provider == "cloud")
    #expect(try await types.handleRedirect(toCloud) == nil, "a callback is valid once")
  }

  @Test("are found by type, have an identifier and app data, and can be removed")
  func findAndKeep() async throws {
    let two = try await Two()
    let types = await two.types()
    let alice = try await signIn(types, "cloud")
    _ = try await signIn(types, "cloud", .bob)
    _ = try await signIn(types, "photos")
    #expect(try await types.accounts("cloud").map(\.account.subject) == ["u-alice", "u-bob"])
    #expect(try await types.accounts("photos").count == 1)
    #expect(try await types.accounts().count == 3)
    #expect(try await types.accounts("unknown").isEmpty)
    try await types.accounts.update(alice.account) { $0.appData["avatar"] = "cat" }
    #expect(try await types.session(alice.account)?.stored?.appData["avatar"]?.stringValue == "cat")
    // A refresh and another sign-in keep the app data.
    try await alice.refresh()
    _ = try await signIn(types, "cloud")
    #expect(try await types.session(alice.account)?.stored?.appData["avatar"]?.stringValue == "cat")
    try await types.accounts.remove(alice.account)
    #expect(try await types.session(alice.account) == nil)
    #expect(try await types.accounts("cloud").count == 1)
  }

  @Test("are not duplicated: a user who signs in again has the same account")
  func upsert() async throws {
    let two = try await Two()
    let types = await two.types()
    let first = try await signIn(types, "cloud")
    let second = try await signIn(types, "cloud")
    #expect(first.account == second.account)
    #expect(try await types.accounts("cloud").count == 1)
    #expect(second.stored?.generation == 2)
    #expect(try await first.data(for: two.cloud.request("/me")).0.status == .ok)
    _ = try await signIn(types, "cloud", .bob)
    #expect(try await types.accounts("cloud").count == 2)
  }

  @Test("are restored after a restart; a type that was not set again is an error")
  func afterRestart() async throws {
    let two = try await Two()
    let account = try await signIn(await two.types(), "cloud").account
    let bare = AccountTypes(
      store: two.store, transport: Transports.system,
      environment: two.clock.environment)
    #expect(try await bare.accounts("cloud").map(\.account) == [account])
    for error in [
      await failure { try await bare.session(account) },
      await failure { try await bare.authorizationURL("cloud") },
      await failure { try await bare.client("cloud") },
      await failure { try await self.signIn(bare, "cloud") },
    ] {
      #expect(error?.outcome == .misused && error?.parameter == "type")
    }
    let session = try #require(try await two.types().session(account))
    #expect(session.stored?.scopes == ["read"])
    try await session.refresh()
    let sent = two.cloud.standIn.received("/oauth2/token").last
    #expect(sent?.head.headerFields[.init("X-App")!] == "7", "the fields of the type are sent")
  }

  @Test("report events: added, refreshed, removed, and a flow that failed")
  func events() async throws {
    let two = try await Two()
    let types = await two.types()
    var failures = await types.failures.makeAsyncIterator()
    let error = await failure {
      try await types.signIn("photos", by: .password(username: "alice", password: Secret("wrong")))
    }
    let failed = await failures.next()
    #expect(failed?.type == "photos" && failed?.error == error)
    var events = types.events(every: .milliseconds(1)).makeAsyncIterator()
    let session = try await signIn(types, "cloud")
    #expect(await events.next() == .accountAdded(session.account, generation: 1))
    try await session.refresh()
    #expect(await events.next() == .refreshed(session.account, generation: 2))
    try await types.accounts.remove(session.account)
    #expect(await events.next() == .accountRemoved(session.account))
  }
}
