// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A website that users come to and leave", .timeLimit(.minutes(120)))
struct GrowthTests {
  /// How many users visit at the same time.
  private static let visitors = 8
  /// How much the memory may grow after two thirds of the time, in bytes.
  private static let allowance = 16 << 20

  @Test("does not use more memory or disk space the longer it runs")
  func growth() async throws {
    let site = try await SiteProcess.start(accessTokensFor: SiteSetup.briefLifetime)
    // A round takes three seconds, most of them waiting.
    let rounds = Rounds.count(6, soak: 1_200)
    var early: (memory: Int, length: Int) = (0, 0)
    for round in 0..<rounds {
      _ = try await concurrently(Self.visitors) { n in
        let visitor = RemoteVisitor(site: site, user: n.isMultiple(of: 2) ? .alice : .bob)
        try await visitor.signIn()
        for _ in 0..<20 { #expect(try await visitor.isSignedIn()) }
        try await Task.sleep(for: SiteSetup.untilRefresh)
        #expect(try await visitor.open("/profile").status == 200)
        #expect(try await visitor.signOut().status == 303)
      }
      if round == rounds / 3 { early = (try #require(site.maximumMemory), site.storedLength) }
    }
    let memory = try #require(site.maximumMemory)
    let length = site.storedLength
    print(
      "a website in long use: \(rounds * Self.visitors) sign-ins, \(early.memory >> 20) MiB and then \(memory >> 20) MiB at most,",
      "\(early.length >> 10) KiB and then \(length >> 10) KiB stored")
    #expect(memory - early.memory < Self.allowance)
    #expect(length - early.length < Self.allowance)
    await site.stop()
    try await site.checkStore()
  }
}
