// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

/// OpenID Connect Back-Channel Logout 1.0, §2.7: after the response 200, no request is signed in by an
/// ended session, whatever its sign-in or request was doing at that time.
@Suite(
  "A logout token that arrives at any point of a request ends the session", .timeLimit(.minutes(5)))
struct LogoutAtEachPointTests {
  /// What a logout token names.
  enum Kind: String, CaseIterable {
    case sub, sid
  }

  /// A website of two servers, whose user has a login session at the provider.
  private struct Place {
    let world: World
    let alice: SiteVisitor
    let interruption: Interruption
    let sid: String

    static func start() async throws -> Place {
      let (inner, first) = (MemoryWebSessions(), Interruption())
      let world = try await World.$makeStore.withValue({
        InterruptedSessions(inner: inner, interruption: first)
      }) { try await World.start() }
      _ = try await world.twin()
      let alice = world.visitor()
      try await alice.signIn()
      let sid = try #require(try await world.sid(of: alice))
      return Place(world: world, alice: alice, interruption: first, sid: sid)
    }

    /// The provider sends the logout token to the other server.
    func tell(_ kind: Kind) async throws {
      // A session of the same time as the logout is not ended by it.
      world.clock.advance(by: .milliseconds(1))
      let token = try await world.logoutToken(
        sub: kind == .sub ? TestUser.alice.id : nil, sid: kind == .sid ? sid : nil)
      #expect(try await world.tell(token, node: 1) == 200)
    }

    func expectSignedOut(_ what: String) async throws {
      for node in 0...1 {
        #expect(try await !alice.isSignedIn(node: node), "\(what), server \(node)")
        #expect(try await alice.open("/token", node: node).status == 303)
      }
      #expect(try await world.store.sweep(limit: 10, at: .distantFuture).isEmpty, "\(what)")
    }

    /// The object that interrupts at this point: the transport for requests to the provider, else the
    /// store.
    func interruption(at point: Interruption.Point) -> Interruption {
      switch point {
      case .beforeTheTokenRequest, .afterTheTokenRequest:
        (world.site as? BareSite)?.interruption ?? interruption
      default: interruption
      }
    }
  }

  private static let ofASignIn: [Interruption.Point] = [
    .beforeTheClaim, .afterTheClaim, .beforeTheTokenRequest, .afterTheTokenRequest,
    .beforeTheSessionIsOpened, .afterTheSessionIsOpened,
  ]
  private static let ofAPage: [Interruption.Point] = [
    .beforeTheSessionIsRead, .afterTheSessionIsRead, .beforeTheTokenRequest,
    .afterTheTokenRequest, .beforeTokensAreStored, .afterTokensAreStored,
  ]

  @Test("during a callback", arguments: ofASignIn, Kind.allCases)
  func inACallback(_ point: Interruption.Point, _ kind: Kind) async throws {
    let place = try await Place.start()
    try await place.alice.signOut()
    let callback = try await place.alice.callback()
    let interruption = place.interruption(at: point)
    interruption.set(at: point) { try await place.tell(kind) }
    _ = try await place.alice.open(callback)
    #expect(interruption.isDone)
    try await place.expectSignedOut("\(point) \(kind)")
    await place.world.stop()
  }

  @Test("during a page that refreshes a token", arguments: ofAPage, Kind.allCases)
  func inAPage(_ point: Interruption.Point, _ kind: Kind) async throws {
    let place = try await Place.start()
    place.world.clock.advance(by: .seconds(3600))
    let interruption = place.interruption(at: point)
    interruption.set(at: point) { try await place.tell(kind) }
    _ = try await place.alice.open("/token")
    #expect(interruption.isDone)
    try await place.expectSignedOut("\(point) \(kind)")
    await place.world.stop()
  }

  @Test("before the browser reaches the provider, or before it returns", arguments: Kind.allCases)
  func onTheWay(_ kind: Kind) async throws {
    for isAtProvider in [false, true] {
      let place = try await Place.start()
      let begun = try await place.alice.open("/auth/login?provider=work&return_to=/albums")
      let location = try #require(begun.location)
      if !isAtProvider { try await place.tell(kind) }
      let callback = try await place.alice.answer(at: location)
      if isAtProvider { try await place.tell(kind) }
      #expect(try await place.alice.open(callback).status == 403)
      try await place.expectSignedOut("at the provider: \(isAtProvider), \(kind)")
      await place.world.stop()
    }
  }

  @Test("also when it is sent again because the store could not be used", arguments: Kind.allCases)
  func sentAgain(_ kind: Kind) async throws {
    let outage = Outage()
    let world = try await World.$makeStore.withValue({
      InterruptedSessions(
        inner: MemoryWebSessions(), interruption: Interruption(), outage: outage)
    }) { try await World.start() }
    let alice = world.visitor()
    try await alice.signIn()
    let sid = try #require(try await world.sid(of: alice))
    world.clock.advance(by: .milliseconds(1))
    let token = try await world.logoutToken(
      sub: kind == .sub ? TestUser.alice.id : nil, sid: kind == .sid ? sid : nil)
    outage.isNow = true
    #expect(try await world.tell(token) == 400)
    #expect(try await alice.isSignedIn())
    outage.isNow = false
    #expect(try await world.tell(token) == 200)
    #expect(try await !alice.isSignedIn())
    #expect(try await world.tell(token) == 400)
    await world.stop()
  }

  @Test("and a sign-in that begins afterwards is not affected")
  func before() async throws {
    let place = try await Place.start()
    try await place.tell(.sub)
    try await place.expectSignedOut("at once")
    place.world.clock.advance(by: .seconds(60))
    try await place.alice.signIn()
    for node in 0...1 { #expect(try await place.alice.isSignedIn(node: node)) }
    await place.world.stop()
  }
}
