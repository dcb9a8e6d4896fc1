// SPDX-License-Identifier: Apache-2.0
import CoatcheckSessionStorage
import Foundation
import Synchronization
import TestKit

@Suite(
  "A website of two processes behind nginx, which share only their store",
  .enabled(if: ReverseProxy.areInstalled), .timeLimit(.minutes(30)))
struct SeveralProcessesTests {
  @Test("a user begins at one, finishes at the other, and signs out of both at either")
  func oneAfterTheOther() async throws {
    let site = try await SiteProcess.start(2, accessTokensFor: SiteSetup.briefLifetime)
    for n in 0..<2 {
      let (a, b) = (n % 2, 1 - n % 2)
      let alice = RemoteVisitor(site: site, user: .alice)
      let callback = try await alice.callback(node: a)
      #expect(try await alice.open(callback, node: b).status == 303)
      #expect(try await alice.isSignedIn(node: a))
      // Each process refreshes tokens that the other one has refreshed before.
      for node in [a, b, a, b] {
        try await Task.sleep(for: SiteSetup.untilRefresh)
        let page = try await alice.open("/profile", node: node)
        #expect(page.status == 200, "\(page.text)")
      }
      #expect(site.provider.requests.count("/token") == (n + 1) * 5, "the code, and four refreshes")
      #expect(try await alice.signOut(node: b).status == 303)
      for node in [a, b] { #expect(try await !alice.isSignedIn(node: node)) }
    }
    await site.stop()
  }

  /// The number of failures of each user.
  private final class Failures: Sendable {
    private let counts = Mutex<[Int: Int]>([:])
    func add(_ n: Int) { counts.withLock { $0[n, default: 0] += 1 } }
    func count(_ n: Int) -> Int { counts.withLock { $0[n, default: 0] } }
  }

  @Test("when a process is killed or stopped, at most one request of a user fails")
  func killed() async throws {
    let site = try await SiteProcess.start(2, accessTokensFor: SiteSetup.briefLifetime)
    let visitors = (0..<6).map {
      RemoteVisitor(site: site, user: $0.isMultiple(of: 2) ? .alice : .bob)
    }
    for visitor in visitors { try await visitor.signIn() }
    let failures = Failures()
    let done = Mutex(false)
    let kills = Rounds.count(6, soak: 200)
    let pages = try await concurrently(visitors.count + 1) { n -> Int in
      guard n < visitors.count else {
        defer { done.withLock { $0 = true } }
        for round in 0..<kills {
          try await Task.sleep(for: .milliseconds(200))
          if round % 3 == 2 {
            site.send(SIGSTOP, to: round % 2)
            try await Task.sleep(for: .milliseconds(300))
            site.send(SIGCONT, to: round % 2)
          } else {
            site.crash(round % 2)
            try await site.launch(round % 2)
          }
        }
        return 0
      }
      var count = 0
      while !done.withLock({ $0 }) {
        try await visit(visitors[n], number: n, failures)
        count += 1
      }
      return count
    }
    let count = pages.reduce(0, +)
    for n in visitors.indices {
      #expect(failures.count(n) <= kills, "user \(n): \(failures.count(n)) of \(kills) kills")
      #expect(try await visitors[n].isSignedIn())
    }
    print(
      "\(kills) kills and stops, \(count) pages,",
      "\(visitors.indices.map(failures.count).reduce(0, +)) failed")
    #expect(count > kills)
    await site.stop()
    let store = try SQLiteWebSessions(path: site.file)
    try await store.check()
    try await store.close()
  }

  /// Opens pages. A request that fails is repeated, and must not fail twice.
  private func visit(_ visitor: RemoteVisitor, number: Int, _ failures: Failures) async throws {
    for path in ["/albums", "/profile"] {
      let first = try? await visitor.open(path)
      if first?.status == 200 { continue }
      failures.add(number)
      let second = try await visitor.open(path)
      #expect(
        second.status == 200,
        "\(path) failed twice: \(first?.status ?? 0), \(second.status) \(second.text)")
    }
  }
}
