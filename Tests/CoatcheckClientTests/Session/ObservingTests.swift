// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A session that only observes")
struct ObservingTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  private func pair() async throws -> (keeper: Session, observer: Session) {
    let keeper = try await provider.session(in: store)
    let observer = Session(
      try #require(keeper.stored), store: store, transport: provider,
      environment: provider.environment, role: .observing)
    return (keeper, observer)
  }

  @Test("never sends a request to refresh an expired token, and throws")
  func spent() async throws {
    let (_, observer) = try await pair()
    provider.clock.advance(601)
    let before = provider.total
    let error = await failure { try await observer.accessToken() }
    #expect(error?.code == .observingOnly)
    #expect(error?.errorClass == .transient(retryAfter: nil))
    #expect(await failure { try await observer.refresh() }?.code == .observingOnly)
    #expect(provider.total == before)
    #expect(try await store.session(observer.account)?.refreshMarker == nil)
  }

  @Test("adopts what the refreshing program has stored")
  func adopts() async throws {
    let (keeper, observer) = try await pair()
    provider.clock.advance(601)
    try await keeper.refresh()
    #expect(try await observer.accessToken().reveal() == "at-2")
    #expect(provider.refreshes == 1)
  }

  @Test("uses a token until it expires while no newer one is stored")
  func toTheEnd() async throws {
    let (_, observer) = try await pair()
    provider.clock.advance(599)
    #expect(try await observer.accessToken().reveal() == "at-1")
  }

  @Test("observes that the user signed out")
  func signedOut() async throws {
    let (keeper, observer) = try await pair()
    await keeper.signOut()
    provider.clock.advance(601)
    let error = await failure { try await observer.accessToken() }
    #expect(error?.errorClass == .sessionEnded(.signedOutElsewhere))
  }
}
