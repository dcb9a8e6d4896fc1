// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Signing out")
struct SignOutTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  @Test("revokes both tokens and removes the session")
  func complete() async throws {
    let session = try await provider.session(in: store)
    let report = await session.signOut()
    #expect(report.isComplete)
    #expect(report.steps.map(\.outcome) == [.done, .done, .done])
    #expect(provider.forms("/revoke").map { $0["token"] } == ["rt-1", "at-1"])
    #expect(try await store.sessions().isEmpty)
    #expect(await failure { try await session.accessToken() } == .refused(.sessionEnded, ""))
  }

  @Test("removes the session also when the issuer is not reached, and reports what may stay valid")
  func offline() async throws {
    let session = try await provider.session(in: store)
    provider.cut("/revoke")
    let report = await session.signOut()
    #expect(!report.isComplete)
    #expect(report[.revokeRefreshToken] == .failed(.unreachable(.connectionFailed, "")))
    #expect(report[.forgetLocally] == .done)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("removes the session also when the task is cancelled")
  func cancelled() async throws {
    let session = try await provider.session(in: store)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await session.signOut()
    }
    #expect(await task.value.isComplete)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("waits for a refresh in progress and revokes its tokens")
  func duringRefresh() async throws {
    let session = try await provider.session(in: store)
    let gate = provider.gate(at: "/token")
    let refresh = Task { try await session.refresh() }
    await gate.arrived()
    let report = Task { await session.signOut() }
    gate.open()
    try await refresh.value
    #expect(await report.value.isComplete)
    #expect(provider.forms("/revoke").map { $0["token"] } == ["rt-2", "at-2"])
    #expect(try await store.sessions().isEmpty)
  }

  @Test("skips the steps that the issuer does not support")
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
