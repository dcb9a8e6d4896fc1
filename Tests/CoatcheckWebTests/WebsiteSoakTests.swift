// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import CoatcheckWeb
import Synchronization
import TestKit

/// Two servers of a website over one SQLite file, with random actions and disturbances at the same time.
@Suite("A website in long use", .timeLimit(.minutes(120)))
struct WebsiteSoakTests {
  /// A user at one of several browsers, who performs one action after another.
  private struct Guest: Sendable {
    let world: World
    let journal: SessionJournal
    let visitor: SiteVisitor

    init(_ world: World, _ journal: SessionJournal, _ user: TestUser) {
      self.world = world
      self.journal = journal
      visitor = world.visitor(user)
    }

    func act(_ random: inout SplitMix64) async throws {
      let node = Int.random(in: 0...1, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: try await signOut(node)
      case 1: try await tryEnded(node, &random)
      case 2: _ = try await visitor.open("/count", node: node)
      case 3, 4: try await token(node)
      case 5: try await signIn(node)
      default: try await look(node)
      }
    }

    private func signIn(_ node: Int) async throws {
      let before = visitor.cookie()
      let begun = try await visitor.open(
        "/auth/login?provider=work&again=1&return_to=/albums", node: node)
      guard let location = begun.location else {
        return journal.note("no sign-in begins: \(begun.status) \(begun.text)")
      }
      let callback = try await visitor.answer(at: location)
      let page = try await visitor.open(callback, node: 1 - node)
      // A logout or a clock change may have happened in between.
      guard page.status == 303, let value = visitor.cookie(), value != before else { return }
      journal.open(value, for: visitor.user.id, at: world.clock.now)
      if let before { journal.end(before) }
    }

    private func look(_ node: Int) async throws {
      guard let value = visitor.cookie() else { return try await signIn(node) }
      let hadEnded = journal.hasEnded(value)
      let page = try await visitor.open("/albums", node: node)
      if page.status == 200 {
        journal.show(page.text, to: value, hadEnded: hadEnded)
      } else if page.status != 303 {
        journal.note("a page is answered \(page.status) \(page.text)")
      }
    }

    private func token(_ node: Int) async throws {
      let page = try await visitor.open("/token", node: node)
      let isExpected =
        [200, 303].contains(page.status) || page.text.contains("sessionEnded")
        || page.text.contains("transient")
      if !isExpected { journal.note("a token: \(page.status) \(page.text)") }
    }

    private func signOut(_ node: Int) async throws {
      guard let value = visitor.cookie() else { return }
      let page = try await visitor.post("/auth/logout", node: node)
      if page.status == 303 {
        journal.end(value)
      } else {
        journal.note("a sign-out is answered \(page.status) \(page.text)")
      }
    }

    /// Sends the cookie of an ended session from another browser.
    private func tryEnded(_ node: Int, _ random: inout SplitMix64) async throws {
      guard let value = journal.ended.randomElement(using: &random) else { return }
      let thief = world.visitor(visitor.user)
      thief.set(to: value)
      let page = try await thief.open("/albums", node: node)
      if page.status == 200 { journal.show(page.text, to: value, hadEnded: true) }
    }
  }

  /// Disturbances: restarts, logouts and clock changes.
  private struct Disturbance: Sendable {
    let world: World
    let journal: SessionJournal
    let site: BareSite

    func act(_ random: inout SplitMix64) async throws {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: world.clock.advance(by: .seconds(Int.random(in: 1...1200, using: &random)))
      case 1: world.clock.advance(by: .seconds(Bool.random(using: &random) ? 3600 : -3600))
      case 2: try await restart(Int.random(in: 0...1, using: &random))
      case 3: _ = try await world.web.sweep()
      default: try await logOut(Bool.random(using: &random) ? .alice : .bob)
      }
    }

    /// Replaces a server of the site by one with an empty memory.
    private func restart(_ node: Int) async throws {
      site.replace(node, by: try world.anotherServer())
    }

    /// The provider sends the logout token of a user to both servers at the same time.
    private func logOut(_ user: TestUser) async throws {
      let open = journal.open(of: user.id, before: world.clock.now)
      let token = try await world.logoutToken(sub: user.id)
      let statuses = try await concurrently(2) { try await world.tell(token, node: $0) }
      // The second one is refused, or gets the response of the first.
      if statuses.filter({ $0 == 200 }).count != 1 { journal.note("one jti: \(statuses)") }
      for value in open { journal.end(value) }
    }
  }

  @Test(
    "no session is mixed up, no ended one is restored, and no token is refreshed twice")
  func soak() async throws {
    let folder = try Folder()
    let store = try SQLiteWebSessions(path: folder.path + "/web.sqlite")
    let world = try await World.$makeStore.withValue({ store }) { try await World.start() }
    _ = try await world.twin()
    let site = try #require(world.site as? BareSite)
    let journal = SessionJournal()
    let guests = (0..<6).map { Guest(world, journal, $0 % 2 == 0 ? .alice : .bob) }
    let disturbance = Disturbance(world: world, journal: journal, site: site)
    // For at most an hour: a round takes longer, the more sessions there have been.
    let end = ContinuousClock.now + .seconds(3600)
    var rounds = 0
    for round in 0..<Rounds.count(20, soak: .max) {
      _ = try await concurrently(guests.count + 1) { n in
        var random = SplitMix64(seed: UInt64(round * 100 + n))
        for _ in 0..<(n < guests.count ? 10 : 2) {
          if n < guests.count {
            try await guests[n].act(&random)
          } else {
            try await disturbance.act(&random)
          }
        }
      }
      rounds += 1
      guard journal.violations.isEmpty, ContinuousClock.now < end else { break }
    }
    #expect(journal.violations.isEmpty, "\(journal.violations.prefix(5))")
    #expect(site.mostRefreshes == 1)
    #expect(journal.count > rounds / 2)
    print("a website in long use: \(rounds) rounds, \(journal.count) sessions")
    try await store.check()
    while try await store.sweep(limit: 1000, at: .distantFuture).count == 1000 {}
    try await store.close()
    await world.stop()
  }
}
