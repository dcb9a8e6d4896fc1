// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Concurrent sign-ins of one account")
struct PendingSignInTests {
  let provider = FakeProvider()

  /// A user agent whose user answers once the gate is open, and how often it was called.
  private final class AskedUser: UserAgent {
    let gate = Gate()
    let asked = Counter()
    private let provider: FakeProvider
    private let answer: @Sendable () throws(OAuthError) -> Void

    init(
      _ provider: FakeProvider, answer: @escaping @Sendable () throws(OAuthError) -> Void = {}
    ) {
      self.provider = provider
      self.answer = answer
    }

    func redirectURI() async -> String { FakeProvider.redirectURI }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      let url = page.url
      asked.add(1)
      await gate.pass()
      guard !Task.isCancelled else { throw .programCancelled }
      try answer()
      do { return try provider.callback(for: url) } catch { throw .misused("url", "\(error)") }
    }
  }

  private func client(_ store: any TokenStore, _ agent: any UserAgent) async throws -> Client {
    try await provider.client(in: store) {
      $0.userAgent = agent
      $0.environment = live
    }
  }

  private func client(_ store: any TokenStore, _ way: SystemSignIn) async throws -> Client {
    try await provider.client(in: store) {
      $0.signIn = way
      $0.environment = live
    }
  }

  /// The time of the test's clock, with real sleeps, which locks need.
  private var live: RuntimeEnvironment {
    var environment = provider.environment
    environment.sleep = { try await Task.sleep(for: $0) }
    return environment
  }

  static let counts = [2, 20]

  @Test("later callers wait, and resume the same session", arguments: counts)
  func adopted(_ count: Int) async throws {
    let folder = try Folder()
    let user = AskedUser(provider)
    // Each has a store of its own, as programs do.
    let clients = try await withThrowingTaskGroup(of: Client.self) { group in
      for _ in 0..<count {
        group.addTask { try await client(FileTokenStore(directory: folder.path), user) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for client in clients {
        group.addTask {
          let session = try await client.signIn(scopes: [.openID], storedAs: "main")
          return try await session.accessToken().reveal()
        }
      }
      await user.gate.arrived()
      user.gate.open()
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens == ["at-1"])
    #expect(user.asked.value == 1)
    #expect(provider.count("/token") == 1)
  }

  @Test("a sign-in of another account does not wait")
  func others() async throws {
    let folder = try Folder()
    let user = AskedUser(provider)
    let client = try await client(FileTokenStore(directory: folder.path), user)
    async let main = client.signIn(scopes: [.openID], storedAs: "main")
    async let second = client.signIn(scopes: [.openID], storedAs: "second")
    await user.gate.arrived(2)
    user.gate.open()
    _ = try await (main, second)
    #expect(user.asked.value == 2)
  }

  @Test("when the first one fails, the next one asks the user")
  func next() async throws {
    let store = MemoryTokenStore()
    let refuser = AskedUser(provider) { () throws(OAuthError) in
      throw .refused(.accessDenied, "No.")
    }
    let willing = AskedUser(provider)
    willing.gate.open()
    let (one, two) = try await (client(store, refuser), client(store, willing))
    let first = Task { try await one.signIn(scopes: [.openID], storedAs: "main") }
    await refuser.gate.arrived()
    let second = Task { try await two.signIn(scopes: [.openID], storedAs: "main") }
    refuser.gate.open()
    #expect(await failure { try await first.value } == .refused(.accessDenied, ""))
    #expect(try await second.value.account.subject == "alice")
    #expect(willing.asked.value == 1)
  }

  @Test("a waiting caller can be cancelled, and the other continues")
  func cancelled() async throws {
    let store = MemoryTokenStore()
    let user = AskedUser(provider)
    let client = try await client(store, user)
    let first = Task { try await client.signIn(scopes: [.openID], storedAs: "main") }
    await user.gate.arrived()
    let second = Task { try await client.signIn(scopes: [.openID], storedAs: "main") }
    second.cancel()
    #expect(await failure { try await second.value } == .unreachable(.cancelled, ""))
    user.gate.open()
    #expect(try await first.value.account.subject == "alice")
    #expect(user.asked.value == 1)
  }

  @Test("a second program reports that it waits")
  func waiting() async throws {
    let store = MemoryTokenStore()
    let user = AskedUser(provider)
    let first = try await client(store, user)
    let told = Gate()
    told.open()
    let lines = Mutex<[String]>([])
    var way = SystemSignIn(
      signInEnvironment: SignInEnvironment(.headless, terminal: .full),
      terminal: SignInTerminal(show: { line in
        lines.withLock { $0.append(line) }
        Task { await told.pass() }
      }), browser: nil)
    way.choice = .method(.device)
    let second = try await client(store, way)
    let one = Task { try await first.signIn(scopes: [.openID], storedAs: "main") }
    await user.gate.arrived()
    let two = Task { try await second.signIn(scopes: [.openID], storedAs: "main") }
    await told.arrived()
    user.gate.open()
    let sessions = try await (one.value, two.value)
    #expect(sessions.0.account == sessions.1.account)
    #expect(
      lines.withLock { $0 } == [
        "another sign-in of this account is under way; waiting for it to end"
      ])
    #expect(provider.count("/device") == 0)
  }

  static let places: [Case<(SystemSignIn.Choice, SignInEnvironment.Place)>] = [
    Case("in the background", (.automatic, .background)),
    Case("never, on a desktop", (.never, .desktop)),
    Case("never, at a terminal", (.never, .headless)),
  ]

  @Test(
    "a sign-in that must not ask the user fails at once, and names the command to run",
    arguments: places)
  func silent(_ row: Case<(SystemSignIn.Choice, SignInEnvironment.Place)>) async throws {
    let shown = Counter()
    var way = SystemSignIn(
      signInEnvironment: SignInEnvironment(row.value.1, terminal: .none),
      terminal: SignInTerminal(show: { _ in shown.add(1) }), browser: nil)
    way.choice = row.value.0
    way.command = "coatcheck login https://op.example --client-id app"
    let store = MemoryTokenStore()
    // A pending sign-in is not waited for either.
    let user = AskedUser(provider)
    let other = try await client(store, user)
    let pending = Task { try await other.signIn(scopes: [.openID], storedAs: "main") }
    await user.gate.arrived()
    let client = try await client(store, way)
    let error = await failure { try await client.signIn(scopes: [.openID], storedAs: "main") }
    #expect(error?.code == .interactionRequired)
    #expect(error?.reason.contains("coatcheck login https://op.example --client-id app") == true)
    #expect(shown.value == 0)
    #expect(provider.count("/device") == 0)
    user.gate.open()
    _ = try await pending.value
    // With a valid session the user need not be asked.
    #expect(try await client.signIn(scopes: [.openID], storedAs: "main").account.subject == "alice")
  }

  private func unanswered(_ terminal: SignInEnvironment.Terminal) -> SystemSignIn {
    var way = SystemSignIn(
      signInEnvironment: SignInEnvironment(.desktop, terminal: terminal),
      terminal: SignInTerminal(show: { _ in }), browser: nil)
    way.deadline = .milliseconds(1)
    return way
  }

  static let folders = [true, false]

  @Test(
    "after three unanswered prompts, only a program at a terminal may ask",
    arguments: folders)
  func coolDown(_ isFolder: Bool) async throws {
    let folder = try Folder()
    let memory = MemoryTokenStore()
    let shared = try await client(memory, unanswered(.none))
    // With a store in a folder, each program is a client of its own.
    func program(_ terminal: SignInEnvironment.Terminal = .none) async throws -> Client {
      guard isFolder else {
        return terminal == .none ? shared : try await client(memory, unanswered(terminal))
      }
      return try await client(FileTokenStore(directory: folder.path), unanswered(terminal))
    }
    for _ in 0..<3 {
      let client = try await program()
      #expect(await failure { try await client.signIn(scopes: [.openID]) }?.isUnanswered == true)
    }
    let background = try await program()
    let quiet = await failure { try await background.signIn(scopes: [.openID]) }
    #expect(quiet?.code == .interactionRequired)
    #expect(quiet?.retryAfter == .seconds(600))
    // Another account is not affected, and neither is a program at a terminal.
    let other = await failure { try await background.signIn(scopes: [.openID], storedAs: "b") }
    #expect(other?.isUnanswered == true)
    let user = try await program(.full)
    #expect(await failure { try await user.signIn(scopes: [.openID]) }?.isUnanswered == true)
    provider.clock.advance(601)
    let later = try await program()
    #expect(await failure { try await later.signIn(scopes: [.openID]) }?.isUnanswered == true)
  }

  @Test("an answer, also a denial, resets the count")
  func counting() async throws {
    let folder = try Folder()
    let store = FileTokenStore(directory: folder.path)
    let away = try await client(store, unanswered(.none))
    for _ in 0..<3 { _ = await failure { try await away.signIn(scopes: [.openID]) } }
    #expect(try folder.names().contains { $0.hasSuffix(".unanswered") })
    let refuser = AskedUser(provider) { () throws(OAuthError) in
      throw .refused(.accessDenied, "No.")
    }
    refuser.gate.open()
    let there = try await client(store, refuser)
    #expect(await failure { try await there.signIn(scopes: [.openID]) }?.code == .accessDenied)
    #expect(try !folder.names().contains { $0.hasSuffix(".unanswered") })
    #expect(await failure { try await away.signIn(scopes: [.openID]) }?.isUnanswered == true)
    #expect(try await store.sessions().isEmpty)
  }
}
