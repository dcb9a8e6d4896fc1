// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Keeping a session fresh")
struct KeepFreshTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  /// A session whose sleeps advance the clock, until they throw after the given number of seconds.
  private func session(for seconds: Double) async throws -> Session {
    let stored = try #require(try await provider.session(in: store).stored)
    let end = provider.clock.trueNow.addingTimeInterval(seconds)
    var environment = provider.environment
    environment.sleep = { [clock = provider.clock] duration in
      guard clock.trueNow < end else { throw CancellationError() }
      clock.advance(Double(duration.components.seconds) + 0.001)
    }
    return Session(stored, store: store, transport: provider, environment: environment)
  }

  @Test("replaces each token shortly before it expires")
  func steady() async throws {
    let session = try await session(for: 6000)
    #expect(await failure { try await session.keepFresh() }?.code == .cancelled)
    // A token of 600 seconds is replaced at the first check after 570 seconds.
    #expect((9...10).contains(provider.refreshes))
    #expect(session.status == .active)
  }

  @Test("replaces the token soon after the machine has slept past its expiry")
  func asleep() async throws {
    let session = try await session(for: 7300)
    // The machine sleeps for two hours, which both clocks count.
    provider.clock.advance(7200)
    _ = await failure { try await session.keepFresh() }
    #expect(provider.refreshes == 1)
  }

  @Test("continues after failures, and ends with the session")
  func trouble() async throws {
    let session = try await session(for: 1e6)
    provider.script("/token") { [provider] _, _ throws(OAuthError) in
      // Offline for a quarter of an hour, then refused.
      guard provider.clock.trueNow.timeIntervalSince1970 > 1_700_001_500 else {
        throw .unreachable(.connectionFailed, "The cable is out.")
      }
      return FakeProvider.refusal("invalid_grant")
    }
    await expectError(class: .sessionEnded(.outcomeUnknown)) { try await session.keepFresh() }
    #expect(provider.refreshes > 10)
  }

  @Test("fails at once without a refresh token")
  func withoutRefreshToken() async throws {
    provider.change { $0.reply = { $0["refresh_token"] = nil } }
    let session = try await session(for: 1e6)
    provider.clock.advance(601)
    #expect(await failure { try await session.keepFresh() }?.errorClass == .interactionRequired)
  }
}
