// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("what was begun with the old password when the password changes", .timeLimit(.minutes(5)))
struct ChangedPasswordTests {
  /// Runs a test on a server that pauses before it hashes a password.
  private static func run(
    _ test: (_ world: World, _ store: MemoryStore, _ pause: Pause) async throws -> Void
  ) async throws {
    let pause = Pause()
    let cost = try ScryptCost(logRounds: 5, blockSize: 8, passes: 1)
    let hasher = PasswordHasher(cost: cost) {
      pause.wait()
      return RuntimeEnvironment.live.random($0)
    }
    try await World.run(passwords: hasher) { world in
      defer { pause.end() }
      try await test(world, try #require(world.server.store as? MemoryStore), pause)
    }
  }

  private static func hash(_ password: Secret) async throws -> PasswordHash {
    try await PasswordHasher(cost: .testing) { RuntimeEnvironment.live.random($0) }
      .hash(Password(password.reveal()))
  }

  /// Replaces the hash of `alice` by one of another cost: the next sign-in hashes the password again.
  private static func giveOldHash(_ store: MemoryStore) async throws -> PasswordHash {
    let before = try await store.user(id: TestUser.alice.id)?.passwordHash
    let old = try await hash(TestUser.alice.password)
    #expect(
      try await store.replacePasswordHash(of: TestUser.alice.id, expecting: before, with: old))
    return old
  }

  /// Changes the password of `alice` as the user does elsewhere.
  private static func change(_ store: MemoryStore, at now: Date) async throws -> PasswordHash {
    let hash = try await hash(Secret("a much longer phrase"))
    let ended = try await store.changePassword(
      of: TestUser.alice.id, to: hash, verified: nil, history: 1, keeping: .none, at: now)
    #expect(ended != nil)
    return hash
  }

  // attack: V-09
  @Test("a sign-in leaves no session")
  func signIn() async throws {
    try await Self.run { world, store, pause in
      _ = try await Self.giveOldHash(store)
      let browser = world.browser()
      let login = try await world.loginPage(browser)
      pause.begin()
      async let page = world.signIn(browser, at: login)
      try await pause.reached()
      let new = try await Self.change(store, at: world.server.clock.now)
      pause.end()
      #expect(try await page.isFinal(400))
      #expect(try await page.text.contains("wrong"))
      #expect(try await store.user(id: TestUser.alice.id)?.passwordHash == new)
      let now = world.server.clock.now
      #expect(try await store.logins(of: TestUser.alice.id, after: nil, limit: 9, at: now).isEmpty)
    }
  }

  @Test("a sign-in whose password another one hashed again goes on")
  func hashedAgain() async throws {
    try await Self.run { world, store, pause in
      let old = try await Self.giveOldHash(store)
      let browser = world.browser()
      let login = try await world.loginPage(browser)
      pause.begin()
      async let page = world.signIn(browser, at: login)
      try await pause.reached()
      let again = try await Self.hash(TestUser.alice.password)
      #expect(
        try await store.replacePasswordHash(of: TestUser.alice.id, expecting: old, with: again))
      pause.end()
      #expect(try await page.status == 303)
    }
  }

  // attack: V-09
  @Test("another change of the password changes nothing")
  func change() async throws {
    try await Self.run { world, store, pause in
      let browser = world.browser()
      let page = try await world.account(browser)
      pause.begin()
      async let answer = world.changePassword(
        TestUser.alice.password.reveal(), to: "the phrase of an attacker", on: page, browser)
      try await pause.reached()
      let new = try await Self.change(store, at: world.server.clock.now)
      pause.end()
      #expect(try await answer.isFinal(400))
      #expect(try await answer.text.contains("The current password is wrong."))
      #expect(try await store.user(id: TestUser.alice.id)?.passwordHash == new)
    }
  }
}
