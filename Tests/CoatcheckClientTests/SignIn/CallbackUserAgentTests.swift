// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Callbacks that the app is opened with", .timeLimit(.minutes(5)))
struct CallbackUserAgentTests {
  private static let uri = "com.example.app://done/callback"

  /// A callback user agent, with a stream of the pages that it opens.
  private struct Site {
    let opened: AsyncStream<URL>
    let agent: CallbackUserAgent

    init(deadline: Duration = .seconds(600), redirectURI: String = uri) {
      let (opened, continuation) = AsyncStream.makeStream(of: URL.self)
      self.opened = opened
      agent = CallbackUserAgent(redirectURI: redirectURI, deadline: deadline) {
        continuation.yield($0)
      }
    }

    /// Waits until the next page is open.
    func page() async { for await _ in opened { return } }

    func authorize(_ state: String) async throws(OAuthError) -> String {
      guard let url = URL(string: "https://op.example/authorize") else {
        throw .misused("url", "The address cannot be read.")
      }
      return try await agent.authorize(
        AuthorizationPage(url: url, redirectURI: uri, expecting: .state(Secret(state))))
    }

    func receive(_ text: String) -> Bool { URL(string: text).map { agent.receive($0) } ?? false }
  }

  static let others = [
    Case("another state", "com.example.app://done/callback?code=c&state=other"),
    Case("another state in the fragment", "com.example.app://done/callback#access_token=t&state=x"),
    Case("no state", "com.example.app://done/callback?code=c"),
    Case("no parameters", "com.example.app://done/callback"),
    Case("another scheme", "com.example.other://done/callback?code=c&state=mine"),
    Case("another host", "com.example.app://other/callback?code=c&state=mine"),
    Case("another path", "com.example.app://done/elsewhere?code=c&state=mine"),
    Case("a longer path", "com.example.app://done/callback/x?code=c&state=mine"),
    Case("a port", "com.example.app://done:80/callback?code=c&state=mine"),
    Case("the state twice", "com.example.app://done/callback?state=mine&code=c&state=mine"),
    Case(
      "too long",
      "com.example.app://done/callback?state=mine&code=" + String(repeating: "a", count: 65_536)),
  ]

  @Test("that belong to no sign-in change nothing", arguments: others)
  func other(_ row: Case<String>) async throws {
    let site = Site()
    #expect(!site.receive(row.value))
    async let callback = site.authorize("mine")
    await site.page()
    #expect(!site.receive(row.value))
    #expect(site.receive("com.example.app://done/callback?code=c&state=mine"))
    #expect(try await callback == "com.example.app://done/callback?code=c&state=mine")
  }

  static let own = [
    Case("in the query", "com.example.app://done/callback?code=c&state=mine"),
    Case("in the fragment", "com.example.app://done/callback#access_token=t&state=mine"),
    Case("an error", "com.example.app://done/callback?error=access_denied&state=mine"),
    Case("in another letter case", "COM.Example.App://DONE/callback?code=c&state=mine"),
  ]

  @Test("that belong to a sign-in are accepted once and returned unchanged", arguments: own)
  func taken(_ row: Case<String>) async throws {
    let site = Site()
    async let callback = site.authorize("mine")
    await site.page()
    #expect(site.receive(row.value))
    #expect(!site.receive(row.value))
    #expect(try await callback.lowercased() == row.value.lowercased())
    #expect(!site.receive(row.value))
  }

  @Test("go to the sign-in with their state")
  func two() async throws {
    let site = Site()
    async let one = site.authorize("one")
    async let other = site.authorize("other")
    await site.page()
    await site.page()
    #expect(site.receive(Self.uri + "?code=2&state=other"))
    #expect(site.receive(Self.uri + "?code=1&state=one"))
    #expect(try await one.hasSuffix("?code=1&state=one"))
    #expect(try await other.hasSuffix("?code=2&state=other"))
  }

  @Test("are refused after the user or the program has cancelled, and after the deadline")
  func ends() async throws {
    let site = Site()
    let cancelled = Task { await failure { try await site.authorize("mine") } }
    await site.page()
    site.agent.cancel()
    #expect(await cancelled.value?.code == .userCancelled)
    #expect(!site.receive(Self.uri + "?code=c&state=mine"))

    let stopped = Task { await failure { try await site.authorize("mine") } }
    await site.page()
    stopped.cancel()
    #expect(await stopped.value?.code == .cancelled)
    #expect(!site.receive(Self.uri + "?code=c&state=mine"))

    let late = Site(deadline: .milliseconds(10))
    #expect(await failure { try await late.authorize("mine") }?.isUnanswered == true)
    #expect(!late.receive(Self.uri + "?code=c&state=mine"))
  }

  @Test("are not awaited if the browser cannot be opened")
  func unopened() async throws {
    struct Broken: Error {}
    let agent = CallbackUserAgent(redirectURI: Self.uri) { _ in throw Broken() }
    let page = AuthorizationPage(
      url: try #require(URL(string: "https://op.example/")), redirectURI: Self.uri,
      expecting: .state(Secret("mine")))
    #expect(await failure { try await agent.authorize(page) }?.parameter == "open")
    #expect(!agent.receive(try #require(URL(string: Self.uri + "?code=c&state=mine"))))
  }

  @Test("finish the code flow of a client with a fixed redirect URI")
  func codeFlow() async throws {
    let provider = FakeProvider()
    let site = Site()
    let client = try await provider.client(in: MemoryTokenStore()) {
      $0.redirect = .fixed(Self.uri)
      $0.userAgent = site.agent
      $0.environment = provider.environment
      $0.environment.sleep = { try await Task.sleep(for: $0) }
    }
    let session = Task { try await client.signIn(scopes: [.openID], storedAs: "main") }
    for await page in site.opened {
      #expect(site.receive(try provider.callback(for: page)))
      break
    }
    #expect(try await session.value.account.subject == "alice")
  }

  @Test("complete a sign-out at the authorization server")
  func signOut() async throws {
    let site = Site()
    let url = try #require(URL(string: "https://op.example/end"))
    let end = Task {
      try await site.agent.endSession(
        EndSessionPage(url: url, callback: (redirectURI: Self.uri, state: Secret("out"))))
    }
    await site.page()
    #expect(!site.receive(Self.uri + "?state=in"))
    #expect(site.receive(Self.uri + "?state=out"))
    #expect(try await end.value == Self.uri + "?state=out")
    #expect(try await site.agent.endSession(EndSessionPage(url: url)) == nil)
  }
}
