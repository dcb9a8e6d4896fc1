// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("password attempts", .timeLimit(.minutes(10)))
struct PasswordTrialTests {
  private static func hasher(
    _ cost: ScryptCost = .testing, workers: Int = 2, queue: Int = 64
  ) -> PasswordHasher {
    PasswordHasher(cost: cost, workers: workers, queue: queue) {
      RuntimeEnvironment.live.random($0)
    }
  }

  /// The response to an attempt, without its random parts.
  private static func shown(
    _ user: TestUser
  ) async throws -> (status: Int, fields: [String], text: String) {
    let browser = world.browser()
    let login = try await world.loginPage(browser)
    let answer = try await world.signIn(browser, at: login, as: user)
    let text = answer.text.replacingOccurrences(of: try world.csrf(login), with: "CSRF")
      .replacingOccurrences(of: String(login.url.split(separator: "=").last ?? ""), with: "ID")
      .replacingOccurrences(of: user.username, with: "NAME")
    let fields = answer.head.headerFields.filter { $0.name != .contentLength }.map {
      "\($0.name): \($0.value)"
    }
    return (answer.status, fields.sorted(), text)
  }

  // The times themselves: `CoatcheckBenchmarks passwords`.
  // attack: A-41
  @Test("unknown users, disabled users and wrong passwords have the same response and work")
  func enumeration() async throws {
    let hasher = Self.hasher()
    var disabled = TestUser(id: "u-dora", username: "dora", password: Secret("right for dora"))
    disabled.standing = .disabled
    try await World.run(users: [.alice, disabled], passwords: hasher) { world in
      let trials = [
        TestUser(id: "", username: "alice", password: Secret("wrong")),
        TestUser(id: "", username: "carol", password: Secret("wrong")),
        TestUser(id: "", username: "dora", password: Secret("wrong")),
        disabled,
      ]
      let first = try await Self.shown(trials[0])
      #expect(first.status == 400)
      for trial in trials {
        let before = hasher.jobsDone
        let answer = try await Self.shown(trial)
        #expect(answer == first, "\(trial.username)")
        #expect(hasher.jobsDone == before + 1, "\(trial.username)")
      }
      // Both names are limited after the same number of attempts.
      for name in ["alice", "carol"] {
        let guess = TestUser(id: "", username: name, password: Secret("wrong"))
        var statuses: [Int] = []
        for _ in 0..<10 { statuses.append(try await Self.shown(guess).status) }
        let count = name == "alice" ? 8 : 9
        #expect(statuses == (0..<10).map { $0 < count ? 400 : 429 }, "\(name)")
      }
    }
  }

  // The memory itself: `DaemonLoadTests`.
  // attack: A-42
  @Test(
    "of many concurrent sign-ins some are served, some wait, and the rest get 503 and are not counted"
  )
  func crowd() async throws {
    // The cost is so high that all requests arrive during one hash.
    let cost = try ScryptCost(logRounds: 13, blockSize: 8, passes: 4)
    let hasher = Self.hasher(cost, workers: 2, queue: 6)
    let guess = TestUser(id: "", username: "carol", password: Secret("wrong"))
    try await World.run(
      passwords: hasher,
      configure: {
        ($0.passwordAttempts, $0.passwordAttemptsFromAddress) = (64, 64)
        $0.passwordAttemptsFromAnywhere = 64
      }
    ) { world in
      let before = hasher.jobsDone
      let (busy, waits) = try await withThrowingTaskGroup(of: TestBrowser.Page.self) { group in
        var ready: [(TestBrowser, TestBrowser.Page)] = []
        for _ in 0..<64 {
          let browser = world.browser()
          ready.append((browser, try await world.loginPage(browser)))
        }
        for (browser, login) in ready {
          group.addTask { try await world.signIn(browser, at: login, as: guess) }
        }
        var count = (busy: 0, waits: 0)
        for try await page in group {
          #expect([400, 503].contains(page.status))
          if page.status == 503 {
            count.busy += 1
            if page.head.headerFields[.retryAfter] == "2" { count.waits += 1 }
          }
        }
        return count
      }
      #expect(busy > 0 && waits == busy)
      #expect(hasher.jobsDone - before == 64 - busy)
      #expect(hasher.maximumConcurrent <= 2)
      // The address and the name have attempts left.
      let other = world.browser()
      #expect(
        try await world.signIn(other, at: world.loginPage(other), as: guess).status == 400)
      let browser = world.browser()
      #expect(try await world.signIn(browser, at: world.loginPage(browser)).status == 303)
    }
  }

  // attack: V-21
  @Test("wrong passwords lock one name, also for its user, until the end of the window")
  func lock() async throws {
    try await World.run(configure: {
      ($0.passwordAttemptsFromAnywhere, $0.attemptWindow) = (3, 300)
    }) { world in
      let jar = CookieJar()
      _ = try await world.signIn(Ask(.web), jar: jar)
      func status(_ user: TestUser) async throws -> Int {
        let browser = world.browser()
        return try await world.signIn(browser, at: world.loginPage(browser), as: user).status
      }
      let guess = TestUser(id: "", username: "alice", password: Secret("wrong"))
      for _ in 0..<3 { #expect(try await status(guess) == 400) }
      #expect(try await status(.alice) == 429)
      #expect(try await status(.bob) == 303)
      // A browser that is signed in stays signed in.
      #expect(try await world.callback(Ask(.web).with("prompt", "none"), jar: jar)["code"] != nil)
      world.server.clock.advance(by: .seconds(299))
      #expect(try await status(.alice) == 429)
      world.server.clock.advance(by: .seconds(1))
      #expect(try await status(.alice) == 303)
    }
  }

  private static func trial(_ password: String) async throws -> Int {
    let browser = world.browser()
    let guess = TestUser(id: "", username: "erin", password: Secret(password))
    return try await world.signIn(browser, at: world.loginPage(browser), as: guess).status
  }

  // attack: A-43
  @Test("a password that is too long or has a NUL is refused before it is hashed, and never cut")
  func lengths() async throws {
    let longest = String(repeating: "a", count: Password.limit - 1) + "b"
    let erin = TestUser(id: "u-erin", username: "erin", password: Secret(longest))
    let hasher = Self.hasher()
    try await World.run(users: [erin], passwords: hasher) { world async throws in
      let before = hasher.jobsDone
      // Over the maximum size of a form, which is not read to its end.
      #expect(try await Self.trial(String(repeating: "a", count: 1 << 20)) == 413)
      #expect(try await Self.trial(longest + "c") == 400)
      #expect(try await Self.trial(String(repeating: "a", count: 60_000)) == 400)
      #expect(try await Self.trial("a\u{0}b") == 400)
      #expect(try await Self.trial(longest + "\u{0}") == 400)
      #expect(try await Self.trial("") == 400)
      #expect(hasher.jobsDone == before)
      #expect(try await Self.trial(String(longest.dropLast())) == 400)
      #expect(try await Self.trial(String(longest.dropLast()) + "c") == 400)
      #expect(hasher.jobsDone == before + 2)
      #expect(try await Self.trial(longest) == 303)
    }
  }

  // attack: A-43
  @Test("composed and decomposed letters are the same password; any other difference matters")
  func normalisation() async throws {
    let composed = "caf\u{E9} \u{212B}ngstr\u{F6}m"
    let frank = TestUser(id: "u-frank", username: "frank", password: Secret(composed))
    try await World.run(users: [frank]) { world in
      for (password, status) in [
        (composed, 303), ("cafe\u{301} A\u{30A}ngstro\u{308}m", 303),
        ("caf\u{E9} \u{C5}ngstro\u{308}m", 303), ("cafe \u{212B}ngstr\u{F6}m", 400),
        ("Caf\u{E9} \u{212B}ngstr\u{F6}m", 400), (composed + " ", 400),
      ] {
        let browser = world.browser()
        let guess = TestUser(id: "", username: "frank", password: Secret(password))
        let answer = try await world.signIn(browser, at: world.loginPage(browser), as: guess)
        #expect(answer.status == status, "\(password.unicodeScalars.map(\.value))")
      }
    }
  }
}
