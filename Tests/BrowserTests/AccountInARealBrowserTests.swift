// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .serialized, .timeLimit(.minutes(10)))
struct AccountInARealBrowserTests {
  private static let password = TestUser.alice.password.reveal()
  private static let new = "a much longer phrase"

  // attack: V-09
  @Test(
    "with the keyboard alone a user changes the password, and other sessions and all tokens end",
    arguments: [
      ("en", "Your account", "Your password is changed."), ("zh-CN", "您的账号", "密码已修改。"),
      ("zh-TW", "您的帳號", "密碼已變更。"), ("ja", "アカウント", "パスワードを変更しました。"),
    ])
  func password(language: String, title: String, notice: String) async throws {
    let server = try await TestServer.start()
    let other = try await Other(at: server)
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await signIn(chromium, at: server, language)
      #expect(try await chromium.text(of: "h1") == title)
      #expect(try await shownLanguage(chromium) == .string(language))
      try await tab(to: "current", chromium)
      try await chromium.typeKeys(Self.password)
      try await chromium.press([.tab])
      try await chromium.typeKeys(Self.new)
      try await chromium.press([.tab])
      try await chromium.typeKeys(Self.new)
      try await chromium.press([.tab, .enter])
      #expect(try await chromium.text(of: "[role=status]").contains(notice))
      #expect(try await shownLanguage(chromium) == .string(language))
      // This browser stays signed in.
      try await chromium.open(server.issuer + "/account?ui_locales=" + language)
      #expect(try await chromium.text(of: "h1") == title)
      #expect(try await chromium.complaints() == [])
    }
    #expect(try await !other.isSignedIn())
    server.clock.advance(by: .seconds(601))
    let error = await #expect(throws: OAuthError.self) {
      _ = try await other.session.accessToken()
    }
    #expect(hasEnded(error))
  }

  @Test("with the keyboard alone a user ends a session, and takes back what an app may do")
  func ending() async throws {
    let server = try await TestServer.start()
    let other = try await Other(at: server)
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await signIn(chromium, at: server, "en")
      try await tab(toButton: "end-session", chromium)
      try await chromium.press([.enter])
      #expect(try await chromium.text(of: "[role=status]") == "The session has ended.")
      #expect(try await !other.isSignedIn())
      try await tab(toButton: "remove", chromium)
      try await chromium.press([.space])
      // The previous page has a status as well.
      let status = "Test App has no access any more."
      try await chromium.wait(
        until: "document.querySelector('[role=status]')?.textContent.trim() === '\(status)'")
    }
    server.clock.advance(by: .seconds(601))
    let error = await #expect(throws: OAuthError.self) {
      _ = try await other.session.accessToken()
    }
    #expect(hasEnded(error))
  }

  /// The same user in another browser, and an app that signed in there.
  private struct Other {
    let server: TestServer
    let jar: CookieJar
    let session: Session

    init(at server: TestServer) async throws {
      let jar = CookieJar()
      let client = Client(
        of: try await Provider.discover(server.issuer), id: "app", store: MemoryTokenStore(),
        transport: Transports.system
      ) {
        $0.userAgent = ScriptedUserAgent(
          username: TestUser.alice.username, password: TestUser.alice.password,
          redirectURI: "http://127.0.0.1:49152/callback", transport: Transports.system,
          cookies: jar)
        $0.environment = server.environment
      }
      session = try await client.signIn(scopes: [.openID, .offlineAccess])
      self.server = server
      self.jar = jar
    }

    func isSignedIn() async throws -> Bool {
      let browser = TestBrowser(transport: Transports.system, cookies: jar)
      return try await browser.get(server.issuer + "/account").status == 200
    }
  }

  private func signIn(
    _ chromium: Chromium, at server: TestServer, _ language: String
  ) async throws {
    try await chromium.open(server.issuer + "/account?ui_locales=" + language)
    try await chromium.wait(until: "document.activeElement.id === 'username'")
    #expect(try await shownLanguage(chromium) == .string(language))
    try await chromium.typeKeys("alice")
    try await chromium.press([.tab])
    try await chromium.typeKeys(Self.password)
    try await chromium.press([.enter])
    try await chromium.wait(until: "document.getElementById('current')")
  }

  private func hasEnded(_ error: OAuthError?) -> Bool {
    if case .sessionEnded = error?.errorClass { true } else { false }
  }

  private func shownLanguage(_ chromium: Chromium) async throws -> JSONValue {
    try await chromium.evaluate("return document.documentElement.lang")
  }

  /// Presses Tab until an element has the focus.
  private func tab(to id: String, _ chromium: Chromium) async throws {
    try await tab(until: "document.activeElement.id === '\(id)'", chromium)
  }

  private func tab(toButton value: String, _ chromium: Chromium) async throws {
    try await tab(until: "document.activeElement.value === '\(value)'", chromium)
  }

  private func tab(until script: String, _ chromium: Chromium) async throws {
    for _ in 0..<40 {
      try await chromium.press([.tab])
      if try await chromium.evaluate("return \(script)") == .bool(true) { return }
    }
    throw WebDriverError(reason: "Tab never leads to it: \(script)")
  }
}
