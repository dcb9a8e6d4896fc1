// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckIssuer

@Suite("tokens that are accepted once, by servers that share a store")
struct SingleUseTests {
  private static let end = TestClock.start + 60

  private static func node(
    _ store: MemoryStore, by clock: TestClock
  ) async throws -> AuthorizationServer {
    var environment = RuntimeEnvironment.live
    environment.now = { clock.now }
    return try await .node(on: store, environment: environment)
  }

  private static func isFirst(at node: AuthorizationServer) async throws -> Bool {
    try await node.isFirstUse(of: "jti", in: "dpop", expiringAt: end)
  }

  /// What the user must do first when an interaction ends at a server.
  private static func need(
    at node: AuthorizationServer
  ) async throws -> AuthorizeOutcome.Need? {
    var attempt = AuthorizeAttempt(
      ask: AuthorizeInput(parameters: [:], login: nil, interaction: "interaction"))
    try await ConsumeInteraction().apply(to: &attempt, by: node)
    return attempt.need
  }

  // attack: T-36
  @Test("a token is not accepted again by a server whose clock is ten seconds behind")
  func behind() async throws {
    let store = MemoryStore()
    let (ahead, behind) = (TestClock(at: TestClock.start + 10), TestClock())
    let one = try await Self.node(store, by: ahead)
    let other = try await Self.node(store, by: behind)
    #expect(try await Self.isFirst(at: one))
    for clock in [ahead, behind] { clock.advance(by: .seconds(59)) }
    // By the clock of this server, the token has expired.
    _ = try await store.sweep(limit: 1000, at: ahead.now)
    #expect(try await !Self.isFirst(at: other))
  }

  // attack: T-36
  @Test("a token is not accepted again by a request that waited until the token had expired")
  func waited() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let node = try await Self.node(store, by: clock)
    #expect(try await Self.isFirst(at: node))
    clock.set(to: Self.end + 0.01)
    #expect(try await !Self.isFirst(at: node))
  }

  // attack: T-36
  @Test("a token is not accepted again by a server that was stopped for ten minutes")
  func stopped() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let (one, other) = (
      try await Self.node(store, by: clock), try await Self.node(store, by: clock)
    )
    #expect(try await Self.isFirst(at: one))
    clock.advance(by: .seconds(600))
    _ = try await store.sweep(limit: 1000, at: clock.now)
    #expect(try await !Self.isFirst(at: other))
  }

  @Test("a first use is accepted also if its request waited for some seconds")
  func first() async throws {
    let (store, clock) = (MemoryStore(), TestClock())
    let node = try await Self.node(store, by: clock)
    clock.set(to: Self.end + 20)
    #expect(try await Self.isFirst(at: node))
  }

  // attack: A-29
  @Test("an interaction is not used again at a server whose clock is ten seconds behind")
  func interaction() async throws {
    let store = MemoryStore()
    let (ahead, behind) = (TestClock(at: TestClock.start + 10), TestClock())
    let one = try await Self.node(store, by: ahead)
    let other = try await Self.node(store, by: behind)
    #expect(try await Self.need(at: one) == nil)
    let lifetime = Duration.seconds(one.settings.interactionLifetime)
    for clock in [ahead, behind] { clock.advance(by: lifetime + .seconds(5)) }
    // By the clock of the other server, an interaction that began on this one lasts five more seconds.
    _ = try await store.sweep(limit: 1000, at: ahead.now)
    #expect(try await Self.need(at: other) == .startAgain)
  }
}
