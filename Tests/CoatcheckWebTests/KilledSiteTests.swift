// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestKit

@Suite("A website is killed while users sign in", .timeLimit(.minutes(30)))
struct KilledSiteTests {
  /// A user at a browser of a website that is a process of its own.
  private struct Visitor: Sendable {
    let site: SiteProcess
    let user: TestUser
    let browser = TestBrowser(transport: AsyncHTTPTransport())

    func callback() async throws -> String {
      let agent = ScriptedUserAgent(
        username: user.username, password: user.password, transport: AsyncHTTPTransport(),
        cookies: browser.cookies)
      let begun = try await browser.get(
        site.origin + "/auth/login?provider=work&again=1&return_to=/albums")
      let location = try #require(begun.location, "\(begun.status) \(begun.text)")
      return try await agent.authorize(at: try #require(URL(string: location)))
    }

    func albums() async throws -> String {
      try await browser.get(site.origin + "/albums").text
    }
  }

  // attack: W-46
  @Test(
    "a user whose callback was cut off is signed in, or begins again, and never as another user")
  func killed() async throws {
    let site = try await SiteProcess.start()
    var random = SplitMix64(seed: 46)
    var (finished, repeated, again) = (0, 0, 0)
    for round in 0..<Rounds.count(4, soak: 100) {
      var waiting: [(visitor: Visitor, callback: String)] = []
      for n in 0..<8 {
        let visitor = Visitor(site: site, user: n.isMultiple(of: 2) ? .alice : .bob)
        waiting.append((visitor, try await visitor.callback()))
      }
      let pause = Int.random(in: 0...60, using: &random)
      let begun = waiting
      let ended = try await concurrently(begun.count + 1) { n -> (n: Int, status: Int?) in
        guard n < begun.count else {
          try await Task.sleep(for: .milliseconds(pause))
          site.crash()
          return (n, nil)
        }
        return (n, try? await begun[n].visitor.browser.get(begun[n].callback).status)
      }
      let answered = Set(ended.filter { $0.status == 303 }.map(\.n))
      try await site.launch()
      for (n, (visitor, callback)) in begun.enumerated() {
        let own = "Albums of \(visitor.user.id)"
        if answered.contains(n) {
          finished += 1
        } else {
          // The user reloads the page that did not come.
          let page = try await visitor.browser.get(callback)
          if page.status == 303 {
            repeated += 1
          } else {
            #expect(page.status == 400 && page.text.contains("/auth/login"), "\(page.text)")
            again += 1
            let second = try await visitor.callback()
            #expect(try await visitor.browser.get(second).status == 303)
          }
        }
        #expect(try await visitor.albums() == own, "round \(round)")
      }
    }
    print(
      "kills of the website: \(finished) had finished, \(repeated) reloaded, \(again) began again")
    #expect(finished + repeated + again > 0 && repeated + again > 0)
    await site.stop()
  }
}
