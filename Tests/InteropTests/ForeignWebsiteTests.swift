// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import Synchronization
import TestKit

@Suite("A website whose users sign in at providers of other projects", .timeLimit(.minutes(10)))
struct ForeignWebsiteTests {
  private static let makes = [ForeignProvider.authlib, ForeignProvider.glewlwyd].filter(
    \.isInstalled)

  /// A website at an address that is registered at the providers. It runs in this process, without a
  /// socket.
  private struct Site: HTTPTransport {
    static let origin = "http://127.0.0.1:49152"
    let web: WebSignIn
    let outside: any HTTPTransport

    func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      guard request.authority == "127.0.0.1:49152" else {
        return try await outside.send(request, body: body, limit: limit)
      }
      if web.owns(request) {
        let (head, body) = await web.answer(request, body: body)
        return (head, body)
      }
      let visit = try await web.visit(request)
      guard let session = visit.session else {
        let (head, body) = visit.challenge()
        return (head, body)
      }
      let (info, token) = (try await session.userInfo(), try await session.accessToken())
      let text =
        "\(session.user.subject == info.subject) \(info.claims["email"]?.stringValue ?? "")"
      let (head, body) = visit.finish(
        (HTTPResponse(status: .ok), Data("\(text) \(token.reveal())".utf8)))
      return (head, body)
    }
  }

  private static func site(
    at provider: ForeignProvider, _ make: ForeignProvider.Make, mode: ResponseMode = .query,
    ahead: @escaping @Sendable () -> Double = { 0 }
  ) throws -> TestBrowser {
    let web = try WebSignIn(
      origin: Site.origin,
      providers: [
        .discovered(
          "work", at: provider.issuer, clientID: make.client.id, secret: Secret(make.client.secret)
        ) {
          $0.scopes = [.openID, .email]
          $0.authorization.responseMode = mode
        }
      ], store: MemoryWebSessions(), keys: WebKeys(try SealingKey(Array(repeating: 7, count: 32))),
      transport: Transports.system
    ) {
      $0.environment.now = { Date().addingTimeInterval(ahead()) }
      $0.lifetime = .seconds(30 * 86_400)
      $0.idle = $0.lifetime
    }
    return TestBrowser(transport: Site(web: web, outside: Transports.system))
  }

  /// Begins a sign-in, lets the user pass the provider's pages, and returns the callback.
  private static func callback(_ browser: TestBrowser, _ user: any UserAgent) async throws -> String
  {
    let begun = try await browser.get(Site.origin + "/auth/login?return_to=/albums")
    let url = try #require(begun.location.flatMap { URL(string: $0) }, "\(begun.text)")
    return try await user.authorize(
      AuthorizationPage(
        url: url, redirectURI: Site.origin + "/auth/callback/work",
        expecting: .state(Secret(""))))
  }

  @Test(
    "sign in, have their tokens refreshed, and sign out at the site and at the provider",
    arguments: makes)
  func whole(_ make: ForeignProvider.Make) async throws {
    let provider = try await make.start()
    defer { provider.stop() }
    let user = make.user()
    let ahead = Mutex(0.0)
    let browser = try Self.site(at: provider, make) { ahead.withLock { $0 } }
    let page = try await browser.get(Self.callback(browser, user))
    #expect(page.status == 303 && page.location == Site.origin + "/albums", "\(page.text)")
    let first = try await browser.get(Site.origin + "/albums").text
    #expect(first.hasPrefix("true \(make.email) "), "\(first)")

    // Just before the access token expires: it lasts an hour, and ten days at Authlib.
    ahead.withLock { $0 = make.name == "Authlib" ? 863_980 : 3580 }
    let second = try await browser.get(Site.origin + "/albums").text
    #expect(second.hasPrefix("true \(make.email) ") && second != first, "\(second)")

    let form = SiteFields.ofThePage
    let out = try await browser.post(
      Site.origin + "/auth/logout", ["return_to": "/bye"], fields: form)
    #expect(try await browser.get(Site.origin + "/albums", fields: form).status == 303)
    let url = try #require(out.location.flatMap { URL(string: $0) }, "\(out.text)")
    #expect(url.absoluteString.hasPrefix(provider.issuer), "\(url)")
    let back = try #require(try await user.endSession(EndSessionPage(url: url)))
    #expect(back.hasPrefix(Site.origin + "/auth/logged-out?"), "\(back)")
    #expect(try await browser.get(back).location == Site.origin + "/bye")
  }

  /// glewlwyd 2.7 percent-encodes the issuer in its form: `http%3A%2F%2F…`. RFC 9207 §2.4: the client "MUST
  /// compare the result to the issuer identifier".
  @Test("are not signed in by a form whose issuer is percent-encoded")
  func encodedIssuer() async throws {
    let make = ForeignProvider.glewlwyd
    let provider = try await make.start()
    defer { provider.stop() }
    let browser = try Self.site(at: provider, make, mode: .formPost)
    let begun = try await browser.get(Site.origin + "/auth/login?return_to=/albums")
    let answer = try await GlewlwydUser().answer(at: try #require(begun.location))
    let form = try #require(answer.forms.first, "\(answer.status) \(answer.text)")
    #expect(form.action == Site.origin + "/auth/callback/work")
    var fields = form.parameters
    let cookies = browser.cookies.header(host: "127.0.0.1")
    let page = try await browser.post(form.action, fields)
    #expect(page.status == 400, "\(page.status) \(page.text)")
    #expect(
      try await browser.get(Site.origin + "/albums", fields: SiteFields.ofThePage).status == 303)

    // The same form with the issuer unencoded signs the user in.
    for pair in (cookies ?? "").components(separatedBy: "; ") {
      browser.cookies.store([pair], host: "127.0.0.1")
    }
    fields["iss"] = provider.issuer
    let corrected = try await browser.post(form.action, fields)
    #expect(corrected.location == Site.origin + "/albums", "\(corrected.text)")
    #expect(try await browser.get(Site.origin + "/albums").text.hasPrefix("true \(make.email) "))
  }

  /// In the code flow, Authlib 1.9 ignores `response_mode=form_post` and responds in the query. A site that
  /// requested a form accepts no other response.
  @Test("are not signed in by a response in the query if form_post was requested")
  func ignoredMode() async throws {
    let make = ForeignProvider.authlib
    let provider = try await make.start()
    defer { provider.stop() }
    let browser = try Self.site(at: provider, make, mode: .formPost)
    let callback = try await Self.callback(browser, make.user())
    #expect(callback.contains("code="))
    #expect(try await browser.get(callback).status == 405)
    #expect(
      try await browser.get(Site.origin + "/albums", fields: SiteFields.ofThePage).status == 303)
  }
}

/// The fields of a request that a page of the site makes.
private enum SiteFields {
  static let ofThePage: HTTPFields = [
    .accept: "text/html", .origin: "http://127.0.0.1:49152",
  ]
}
