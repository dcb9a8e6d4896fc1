// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing out")
struct SignOutTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  @Test("revokes both tokens and forgets the session")
  func complete() async throws {
    let session = try await provider.session(in: store)
    let report = await session.signOut()
    #expect(report.isComplete)
    #expect(report.steps.map(\.outcome) == [.done, .done, .done])
    #expect(provider.forms("/revoke").map { $0["token"] } == ["rt-1", "at-1"])
    #expect(try await store.sessions().isEmpty)
    #expect(await failure { try await session.accessToken() } == .refused(.sessionEnded, ""))
  }

  @Test("forgets the session also when the issuer is not reached, and says what may live on")
  func offline() async throws {
    let session = try await provider.session(in: store)
    provider.script("/revoke") { _, _ throws(OAuthError) in
      throw .unreachable(.connectionFailed, "The cable is out.")
    }
    let report = await session.signOut()
    #expect(!report.isComplete)
    #expect(report[.revokeRefreshToken] == .failed(.unreachable(.connectionFailed, "")))
    #expect(report[.forgetLocally] == .done)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("forgets the session also when the task is cancelled")
  func cancelled() async throws {
    let session = try await provider.session(in: store)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await session.signOut()
    }
    #expect(await task.value.isComplete)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("waits for a refresh under way and revokes the tokens it brought")
  func duringRefresh() async throws {
    let session = try await provider.session(in: store)
    let gate = Gate()
    provider.script("/token") { _, _ throws(OAuthError) in
      await gate.pass()
      return nil
    }
    let refresh = Task { try await session.refresh() }
    await gate.arrived()
    let report = Task { await session.signOut() }
    gate.open()
    try await refresh.value
    #expect(await report.value.isComplete)
    #expect(provider.forms("/revoke").map { $0["token"] } == ["rt-2", "at-2"])
    #expect(try await store.sessions().isEmpty)
  }

  @Test("skips what the issuer cannot do")
  func withoutEndpoint() async throws {
    provider.change { $0.metadata["revocation_endpoint"] = nil }
    let session = try await provider.session(in: store)
    let report = await session.signOut()
    #expect(report.isComplete)
    #expect(provider.count("/revoke") == 0)
    guard case .skipped = report[.revokeAccessToken] else {
      Issue.record("The access token was not skipped.")
      return
    }
  }
}
