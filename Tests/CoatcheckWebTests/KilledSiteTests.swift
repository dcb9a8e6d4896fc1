// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestKit

@Suite("A website is killed while users visit it", .timeLimit(.minutes(30)))
struct KilledSiteTests {
  /// Sends concurrent requests of visitors, kills the site during them, and starts it again.
  ///
  /// - Returns: The status of each request; nil if its connection broke.
  private func asked(
    _ visitors: [RemoteVisitor], of site: SiteProcess, killedAfter pause: Int,
    _ ask: @escaping @Sendable (RemoteVisitor, Int) async throws -> Int
  ) async throws -> [Int?] {
    let ended = try await concurrently(visitors.count + 1) { n -> (n: Int, status: Int?) in
      guard n < visitors.count else {
        try await Task.sleep(for: .milliseconds(pause))
        site.crash()
        return (n, nil)
      }
      return (n, try? await ask(visitors[n], n))
    }
    try await site.launch()
    return ended.sorted { $0.n < $1.n }.dropLast().map(\.status)
  }

  private func visitors(_ count: Int, of site: SiteProcess) -> [RemoteVisitor] {
    (0..<count).map { RemoteVisitor(site: site, user: $0.isMultiple(of: 2) ? .alice : .bob) }
  }

  // attack: W-46
  @Test(
    "an interrupted callback signs the user in, or is repeated, and never as another user")
  func callbacks() async throws {
    let site = try await SiteProcess.start()
    var random = SplitMix64(seed: 46)
    var (finished, repeated, again) = (0, 0, 0)
    for round in 0..<Rounds.count(4, soak: 100) {
      let visitors = visitors(8, of: site)
      var callbacks: [String] = []
      for visitor in visitors { callbacks.append(try await visitor.callback()) }
      let waiting = callbacks
      let pause = Int.random(in: 0...120, using: &random)
      let ended = try await asked(visitors, of: site, killedAfter: pause) { visitor, n in
        try await visitor.open(waiting[n]).status
      }
      for (n, visitor) in visitors.enumerated() {
        if ended[n] == 303 {
          finished += 1
        } else {
          // The user reloads the page that did not load.
          let page = try await visitor.open(callbacks[n])
          if page.status == 303 {
            repeated += 1
          } else {
            #expect(page.status == 400 && page.text.contains("/auth/login"), "\(page.text)")
            again += 1
            try await visitor.signIn()
          }
        }
        #expect(try await visitor.isSignedIn(), "round \(round)")
      }
    }
    print(
      "kills of the website: \(finished) had finished, \(repeated) reloaded, \(again) began again")
    #expect(finished + repeated + again > 0 && repeated + again > 0)
    await site.stop()
    try await site.checkStore()
  }

  // attack: W-46
  @Test("a user whose token was being refreshed stays signed in, with valid tokens")
  func refreshes() async throws {
    let site = try await SiteProcess.start(accessTokensFor: SiteSetup.briefLifetime)
    var random = SplitMix64(seed: 47)
    let visitors = visitors(8, of: site)
    for visitor in visitors { try await visitor.signIn() }
    var cut = 0
    for round in 0..<Rounds.count(6, soak: 100) {
      let pause = Int.random(in: 0...80, using: &random)
      // The first page of each user has to refresh the token.
      try await Task.sleep(for: SiteSetup.untilRefresh)
      let ended = try await asked(visitors, of: site, killedAfter: pause) { visitor, _ in
        var status = 0
        // Several requests, so that the kill happens during one.
        for _ in 0..<20 { status = try await visitor.open("/profile").status }
        return status
      }
      cut += ended.filter { $0 == nil }.count
      for visitor in visitors {
        #expect(try await visitor.isSignedIn(), "round \(round)")
        let page = try await visitor.open("/profile")
        #expect(page.status == 200, "round \(round): \(page.status) \(page.text)")
      }
    }
    print("kills of the website: \(cut) refreshes were cut off")
    #expect(cut > 0)
    await site.stop()
    try await site.checkStore()
  }

  // attack: W-46
  @Test("a user whose sign-out was interrupted is signed out, or can sign out again")
  func logouts() async throws {
    let site = try await SiteProcess.start()
    var random = SplitMix64(seed: 48)
    var cut = 0
    for round in 0..<Rounds.count(4, soak: 100) {
      let visitors = visitors(8, of: site)
      for visitor in visitors { try await visitor.signIn() }
      let pause = Int.random(in: 0...150, using: &random)
      let ended = try await asked(visitors, of: site, killedAfter: pause) { visitor, _ in
        try await visitor.signOut().status
      }
      for (n, visitor) in visitors.enumerated() {
        if ended[n] == 303 {
          #expect(try await !visitor.isSignedIn(), "round \(round)")
        } else {
          cut += 1
          #expect(try await visitor.signOut().status == 303, "round \(round)")
        }
        #expect(try await !visitor.isSignedIn(), "round \(round)")
      }
    }
    print("kills of the website: \(cut) sign-outs were cut off")
    #expect(cut > 0)
    await site.stop()
    try await site.checkStore()
  }
}
