// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Exclusive access to an account")
struct ExclusiveAccessTests {
  let folder: Folder
  let account = AccountID(issuer: "https://op.example", clientID: "app", subject: "alice")

  init() throws { folder = try Folder() }

  enum Kind: String, CaseIterable, Sendable {
    case memory, file
  }

  private func store(_ kind: Kind) -> any TokenStore {
    switch kind {
    case .memory: MemoryTokenStore()
    case .file: FileTokenStore(directory: folder.path)
    }
  }

  /// Counts the tasks that have access at the same time.
  private final class Room: Sendable {
    private let inside = Mutex((now: 0, most: 0))
    var most: Int { inside.withLock { $0.most } }
    func enter() {
      inside.withLock { inside in
        inside.now += 1
        inside.most = max(inside.most, inside.now)
      }
    }
    func leave() { inside.withLock { $0.now -= 1 } }
  }

  @Test("is granted to one task at a time, and to each task in the end", arguments: Kind.allCases)
  func oneAtATime(_ kind: Kind) async throws {
    let (store, room) = (store(kind), Room())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await store.withExclusiveAccess(to: account) {
            room.enter()
            await Task.yield()
            room.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(room.most == 1)
  }

  @Test("is reentrant for the task that holds it", arguments: Kind.allCases)
  func nested(_ kind: Kind) async throws {
    let store = store(kind)
    let session = try #require(try await FakeProvider().session().stored)
    let generation = try await store.withExclusiveAccess(to: session.account) {
      try await store.withExclusiveAccess(to: session.account) { try await store.save(session) }
      return try await store.session(session.account)?.generation
    }
    #expect(generation == 1)
  }

  @Test("is released when the body throws", arguments: Kind.allCases)
  func afterFailure(_ kind: Kind) async throws {
    let store = store(kind)
    await expectError(outcome: .misused) {
      try await store.withExclusiveAccess(to: account) {
        throw OAuthError.misused("test", "It failed.")
      }
    }
    try await store.withExclusiveAccess(to: account) {}
  }

  @Test("is not waited for by a cancelled task", arguments: Kind.allCases)
  func cancelledWaiter(_ kind: Kind) async throws {
    let (store, gate) = (store(kind), Gate())
    let holder = Task { try await store.withExclusiveAccess(to: account) { await gate.pass() } }
    await gate.arrived()
    let waiter = Task { try await store.withExclusiveAccess(to: account) {} }
    waiter.cancel()
    #expect(await failure { try await waiter.value }?.code == .cancelled)
    gate.open()
    try await holder.value
    try await store.withExclusiveAccess(to: account) {}
  }

  @Test("does not block other accounts", arguments: Kind.allCases)
  func otherAccount(_ kind: Kind) async throws {
    let store = store(kind)
    let other = AccountID(issuer: "https://op.example", clientID: "app", subject: "bob")
    let answer = try await store.withExclusiveAccess(to: account) {
      try await store.withExclusiveAccess(to: other) { 42 }
    }
    #expect(answer == 42)
  }

  @Test("that another program does not release is awaited for two minutes")
  func patience() async throws {
    let gate = Gate()
    let clock = HandClock()
    let holding = FileTokenStore(directory: folder.path)
    let holder = Task { try await holding.withExclusiveAccess(to: account) { await gate.pass() } }
    await gate.arrived()
    let waiting = FileTokenStore(directory: folder.path, environment: clock.environment)
    await expectError(code: .storeFailed) { try await waiting.withExclusiveAccess(to: account) {} }
    #expect(clock.slept.reduce(.zero, +) >= .seconds(120))
    gate.open()
    try await holder.value
  }

  @Test("is not inherited by a child process")
  func notInherited() async throws {
    let store = FileTokenStore(directory: folder.path)
    let child = try await store.withExclusiveAccess(to: account) {
      try ChildProcess("/bin/sleep", ["20"], inheriting: .everything)
    }
    defer { child.crash() }
    let quick = FileTokenStore(directory: folder.path, environment: HandClock().environment)
    try await quick.withExclusiveAccess(to: account) {}
    #expect(child.exit == nil)
  }
}
