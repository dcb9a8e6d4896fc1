// SPDX-License-Identifier: Apache-2.0
public import CoatcheckClient
public import CoatcheckOAuth
public import Foundation
import HTTPTypes

/// A scripted user at a browser: it opens the authorization request, loads each page, fills in and sends its
/// forms, and returns the address of the callback.
///
/// It works with the pages of this package and of other authorization servers: it looks for fields for a user
/// name or a password, and for a button with a suitable label.
///
/// ```swift
/// let agent = ScriptedUserAgent(username: "alice", password: Secret("…"), transport: transport)
/// let client = Client(of: provider, id: "app", store: MemoryTokenStore()) {
///   $0.userAgent = agent
/// }
/// ```
public struct ScriptedUserAgent: VisitingUserAgent {
  /// The decision of the user.
  public enum Answer: Sendable {
    /// Signs in and approves the request.
    case allow
    /// Signs in and denies the request.
    case deny
    /// Cancels at the sign-in page.
    case cancel
  }

  /// The browser that loads the pages, with its cookies.
  public let browser: TestBrowser
  private let filler: FormFiller
  private let redirect: String

  /// The maximum number of pages and redirects.
  private static let maximumSteps = 30

  /// Creates a user with a name and a password.
  ///
  /// - Parameters:
  ///   - username: The name to enter.
  ///   - password: The password to enter.
  ///   - answer: The decision of the user.
  ///   - redirectURI: The redirect URI of the client; no listener is needed.
  ///   - transport: Loads the pages; it must not follow redirects.
  ///   - cookies: The cookies; pass the same jar again to continue in the same browser.
  public init(
    username: String, password: Secret, answer: Answer = .allow,
    redirectURI: String = "http://127.0.0.1:49152/callback", transport: any HTTPTransport,
    cookies: CookieJar = CookieJar()
  ) {
    browser = TestBrowser(transport: transport, cookies: cookies)
    filler = FormFiller(username: username, password: password, answer: answer)
    redirect = redirectURI
  }

  /// The redirect URI that the user agent was created with.
  public func redirectURI() async throws(OAuthError) -> String { redirect }

  /// Follows the pages until a redirect leads to the request's redirect URI.
  ///
  /// - Returns: The address of the callback, which is not loaded.
  /// - Throws: `unreadable` with the text of a page without a usable form; the errors of the transport.
  public func authorize(at url: URL) async throws(OAuthError) -> String {
    try await travel(from: url.absoluteString, until: redirect(in: url.absoluteString))
  }

  /// Opens the page that ends the login session, and confirms it.
  ///
  /// - Returns: The address that the browser is redirected to; nil if the request names no address.
  /// - Throws: As ``authorize(at:)``.
  public func endSession(at url: URL) async throws(OAuthError) -> String? {
    guard let end = Self.parameter("post_logout_redirect_uri", of: url.absoluteString) else {
      _ = try await browser.get(url.absoluteString)
      return nil
    }
    return try await travel(from: url.absoluteString, until: end)
  }

  /// Follows the pages and then loads the callback as a browser does, for a listener that waits there.
  ///
  /// - Parameter url: The address of the authorization request.
  /// - Throws: As ``authorize(at:)``.
  public func visit(_ url: URL) async throws(OAuthError) {
    _ = try await browser.get(await authorize(at: url))
  }

  private func redirect(in url: String) -> String {
    // A pushed request has no redirect_uri in its address.
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
    throw .unreadable(.replyMalformed, "the sign-in pages do not redirect to the client")
  }

  private func submit(_ page: TestBrowser.Page) async throws(OAuthError) -> TestBrowser.Page {
    guard page.status < 400, let (form, filled) = filler.choose(among: page.forms),
      let address = WebAddress(page.url)
    else {
      throw .unreadable(
        .replyMalformed, "the sign-in page has no usable form: \(HTMLText.summary(page.text))",
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
