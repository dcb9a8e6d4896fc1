// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation
import HTTPTypes

/// A person at a browser, as a script: it opens the sign-in address, really fetches each page,
/// fills in and sends its forms, and returns the callback.
///
/// It works on this package's pages and on those of other providers: it looks for fields that take
/// a user name or a password, and for a button that says what it wants.
///
/// ```swift
/// let agent = ScriptedUserAgent(username: "alice", password: Secret("…"), transport: transport)
/// let client = Client(of: provider, id: "app", userAgent: agent, …)
/// ```
public struct ScriptedUserAgent: VisitingUserAgent {
  /// What the person does when asked.
  public enum Answer: Sendable {
    /// Signs in and allows the client what it asks for.
    case allow
    /// Signs in and turns the client down.
    case deny
    /// Leaves at the sign-in page.
    case cancel
  }

  /// The browser, with its cookies.
  public let browser: TestBrowser
  private let filler: FormFiller
  private let redirect: String

  /// The greatest number of pages and redirects before giving up.
  private static let maximumSteps = 30

  /// A person with a name and a password.
  ///
  /// - Parameters:
  ///   - username: typed where a page asks who they are.
  ///   - password: typed where a page asks for it.
  ///   - answer: what they do.
  ///   - redirectURI: the redirect URI a client uses with this agent; nothing needs to listen
  ///     there.
  ///   - transport: fetches the pages; it must not follow redirects.
  ///   - cookies: the jar; pass the same one again to come back with the same browser.
  public init(
    username: String, password: Secret, answer: Answer = .allow,
    redirectURI: String = "http://127.0.0.1:49152/callback", transport: any HTTPTransport,
    cookies: CookieJar = CookieJar()
  ) {
    browser = TestBrowser(transport: transport, cookies: cookies)
    filler = FormFiller(username: username, password: password, answer: answer)
    redirect = redirectURI
  }

  /// The redirect URI given.
  public func redirectURI() async throws(OAuthError) -> String { redirect }

  /// Goes through the pages until a redirect leads to the request's redirect URI.
  ///
  /// - Returns: the callback's whole address; it is not fetched.
  /// - Throws: `unreadable` naming the page that offers no way on; what the transport throws.
  public func authorize(at url: URL) async throws(OAuthError) -> String {
    try await travel(from: url.absoluteString, until: redirect(in: url.absoluteString))
  }

  /// Opens the page that ends the issuer's session, and says yes where it asks.
  ///
  /// - Returns: the address the browser was sent to afterwards; nil when the request names none.
  /// - Throws: as ``authorize(at:)``.
  public func endSession(at url: URL) async throws(OAuthError) -> String? {
    guard let end = Self.parameter("post_logout_redirect_uri", of: url.absoluteString) else {
      _ = try await browser.get(url.absoluteString)
      return nil
    }
    return try await travel(from: url.absoluteString, until: end)
  }

  /// Goes through the pages and then fetches the callback as a browser does: for a listener that
  /// waits there.
  ///
  /// - Throws: as ``authorize(at:)``.
  public func visit(_ url: URL) async throws(OAuthError) {
    _ = try await browser.get(await authorize(at: url))
  }

  private func redirect(in url: String) -> String {
    // A request that was left beforehand names none.
    Self.parameter("redirect_uri", of: url) ?? redirect
  }

  private static func parameter(_ name: String, of url: String) -> String? {
    let query = url.firstIndex(of: "?").map { url[url.index(after: $0)...] } ?? ""
    return (try? Parameters(bytes: Array(query.utf8), repeatable: ["resource"]))?[name]
  }

  private func travel(from start: String, until end: String) async throws(OAuthError) -> String {
    var page = try await browser.get(start)
    for _ in 0..<Self.maximumSteps {
      if let location = page.location, (300..<400).contains(page.status) {
        if Self.isCallback(location, of: end) { return location }
        page = try await browser.get(location)
        continue
      }
      page = try await submit(page)
    }
    throw .unreadable(.replyMalformed, "the sign-in pages lead nowhere")
  }

  private func submit(_ page: TestBrowser.Page) async throws(OAuthError) -> TestBrowser.Page {
    guard page.status < 400, let (form, filled) = filler.choose(among: page.forms),
      let address = WebAddress(page.url)
    else {
      throw .unreadable(
        .replyMalformed, "the sign-in page cannot be passed: \(HTMLText.summary(page.text))",
        status: page.status)
    }
    let target = address.following(form.action)
    if form.method == "POST" { return try await browser.post(target, filled) }
    let plain = target.prefix { $0 != "?" }
    return try await browser.get("\(plain)?\(filled.encoded)")
  }

  private static func isCallback(_ location: String, of redirect: String) -> Bool {
    guard location.hasPrefix(redirect) else { return false }
    let next = location.dropFirst(redirect.count).first
    return next == nil || next == "?" || next == "&" || next == "#"
  }
}
