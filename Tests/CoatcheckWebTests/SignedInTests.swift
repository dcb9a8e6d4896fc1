// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import TestKit

@Suite("The pages of a website are tested without a provider")
struct SignedInTests {
  private let clock = TestClock()

  private func site() async throws -> (BareSite, WebSignIn) {
    let (site, clock) = (BareSite(), clock)
    let web = try WebSignIn(
      origin: site.origin,
      providers: [.discovered("work", at: "https://login.example", clientID: "photos")],
      store: MemoryWebSessions(),
      keys: WebKeys(try SealingKey(Array(repeating: 7, count: 32))), transport: site
    ) {
      $0.environment.now = { clock.now }
    }
    try await site.serve(web)
    return (site, web)
  }

  private func text(_ path: String, _ cookie: String, of site: BareSite) async throws -> String {
    let browser = TestBrowser(transport: site)
    return try await browser.get(site.origin + path, fields: [.cookie: cookie]).text
  }

  @Test("a user is signed in by a cookie, with the claims and the token that the test sets")
  func signedIn() async throws {
    let (site, web) = try await site()
    let alice = try await web.signedIn(
      as: "u-1", at: "work", claims: ["name": "Alice", "groups": ["admin"]],
      accessToken: Secret("a-token"))
    #expect(try await text("/", alice, of: site) == "Hello, Alice")
    #expect(try await text("/admin", alice, of: site) == "Secret of u-1")
    #expect(try await text("/token", alice, of: site) == "token a-token")
    // The sessions of two browsers are separate.
    let bob = try await web.signedIn(as: "u-2", at: "work")
    #expect(try await text("/", bob, of: site) == "Hello, u-2")
    #expect(try await text("/", alice, of: site) == "Hello, Alice")
  }

  @Test("such a session ends like any other")
  func ends() async throws {
    let (site, web) = try await site()
    let alice = try await web.signedIn(as: "u-1", at: "work")
    clock.advance(by: .seconds(8 * 3600 + 1))
    #expect(try await text("/", alice, of: site) == "Hello, visitor")
  }

  @Test("an unknown provider is an error of the test")
  func unknown() async throws {
    let (_, web) = try await site()
    await expectError(naming: "provider") { try await web.signedIn(as: "u-1", at: "home") }
  }
}
