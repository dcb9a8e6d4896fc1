// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import CoatcheckAccounts
public import CoatcheckClient
import CoatcheckIDaaSServer
import CoatcheckIssuer
public import CoatcheckOAuth
public import Foundation
import HTTPTypes

/// A scripted user with a phone, in a browser without scripts: signs in at Weibo, verifies a number on the
/// hosted pages, solves the slider with its form, and enters the code that was sent.
///
/// ```swift
/// let user = PhoneUser(.alice, number: "13800000000", at: server, transport: transport)
/// let outcome = try await idaas.signIn(with: user)
/// ```
public struct PhoneUser: VisitingUserAgent {
  /// The browser, with its cookies.
  public let browser: TestBrowser
  private let user: StandInUser
  private let number: String
  private let server: IDaaSTestServer
  private let redirect: String

  /// The maximum number of pages and redirects before giving up.
  private static let maximumSteps = 30

  /// Creates a user.
  ///
  /// - Parameters:
  ///   - user: The user's account at Weibo.
  ///   - number: A phone number of the preferred country, as it is entered: `13800000000`.
  ///   - server: The server: the user reads its outbox, and knows the position of the slider's piece.
  ///   - redirectURI: The redirect URI that an app uses with this agent; nothing needs to listen there.
  ///   - transport: The transport of the page requests; it must not follow redirects.
  public init(
    _ user: StandInUser, number: String, at server: IDaaSTestServer,
    redirectURI: String = "http://127.0.0.1:49152/callback", transport: any HTTPTransport
  ) {
    browser = TestBrowser(transport: transport)
    self.user = user
    self.number = number
    self.server = server
    redirect = redirectURI
  }

  /// Returns the same user in another browser.
  ///
  /// - Parameter transport: The transport of the page requests; it must not follow redirects.
  public func on(_ transport: any HTTPTransport) -> PhoneUser {
    PhoneUser(user, number: number, at: server, redirectURI: redirect, transport: transport)
  }

  /// The redirect URI that was given.
  public func redirectURI() async throws(OAuthError) -> String { redirect }

  /// Follows the pages until a redirect leads to the app.
  ///
  /// - Returns: The complete URL of the redirect; it is not fetched.
  /// - Throws: `unreadable` naming the page that cannot be continued; the errors of the transport.
  public func authorize(at url: URL) async throws(OAuthError) -> String {
    try await authorize(at: url, tapping: "") { false }
  }

  /// Follows the pages until a redirect leads to the app, and uses a button of a page in between.
  ///
  /// - Parameters:
  ///   - url: The URL of the first page.
  ///   - action: The `action` of the button's form: `/hosted/api/more`.
  ///   - taps: Whether the user taps the button on the page that shows it.
  /// - Returns: The complete URL of the redirect; it is not fetched.
  /// - Throws: As ``authorize(at:)``.
  public func authorize(
    at url: URL, tapping action: String, when taps: () -> Bool
  ) async throws(OAuthError) -> String {
    var page = try await browser.get(url.absoluteString)
    var sent: Set<String> = []
    for _ in 0..<Self.maximumSteps {
      if let location = page.location, (300..<400).contains(page.status) {
        if location.hasPrefix(redirect) { return location }
        page = try await browser.get(location)
      } else if let form = page.forms.first(where: { $0.action == action }), taps() {
        page = try await submit(form, [:], on: page)
      } else {
        page = try await answer(page, sent: &sent)
      }
    }
    throw .unreadable(.replyMalformed, "the pages lead nowhere")
  }

  /// What the user does on a page.
  private func answer(
    _ page: TestBrowser.Page, sent: inout Set<String>
  ) async throws(OAuthError) -> TestBrowser.Page {
    guard page.status < 400 else { throw lost(page) }
    if let form = page.forms.first(where: { $0.has("position") }) {
      return try await submit(
        form, ["step": "check", "position": String(try await place())], on: page)
    }
    if let form = page.forms.first(where: { $0.has("mobile") }) {
      guard let code = server.outbox.messages.last(where: { isMine($0.contact) }),
        !sent.contains(code.id)
      else {
        return try await submit(form, ["mobile": number], to: "/hosted/api/sms/send", on: page)
      }
      sent.insert(code.id)
      return try await submit(
        form, ["mobile": number, "verify_code": code.code, "consent": "yes"],
        to: "/hosted/api/submit", on: page)
    }
    // The page that shows the account of the number: it is the user's.
    if let form = page.forms.first(where: { $0.action == "/hosted/api/submit" }) {
      return try await submit(form, [:], on: page)
    }
    // The page that shows the slider only.
    if let form = page.forms.first(where: { $0.action == "/hosted/api/sms/send" }) {
      return try await submit(form, [:], on: page)
    }
    if let form = page.forms.first(where: { $0.has("username") }) {
      return try await submit(
        form,
        [
          "username": user.username, "password": user.password.reveal(), "answer": "allow",
        ], on: page)
    }
    throw lost(page)
  }

  private func isMine(_ contact: Contact) -> Bool {
    if case .phone(let text) = contact { text.hasSuffix(number) } else { false }
  }

  /// Where the piece of the slider on the page belongs.
  private func place() async throws(OAuthError) -> Int {
    do {
      let sealer = Sealer(master: try TestKeys.master(), environment: .live)
      if let cookie = browser.cookies.value(HostedBrowser.cookie, host: "127.0.0.1"),
        let token = HostedBrowser.challenge(inCookie: cookie, sealer: sealer),
        let place = try await server.slide(for: token)
      {
        return place
      }
    } catch {
      throw .unreachable(.storeFailed, "the slider cannot be looked up")
    }
    throw .unreadable(.replyMalformed, "the page shows no slider")
  }

  private func submit(
    _ form: HTMLForm, _ answers: [String: String], to action: String? = nil,
    on page: TestBrowser.Page
  ) async throws(OAuthError) -> TestBrowser.Page {
    var filled = Parameters(
      form.fields.filter { answers[$0.name] == nil && $0.type != "checkbox" }
        .map { ($0.name, $0.value ?? "") })
    for (name, value) in answers { filled[name] = value }
    guard let address = WebAddress(page.url) else { throw lost(page) }
    var fields = HTTPFields()
    if let origin = HTTPField.Name("Origin") {
      fields[origin] = "\(address.scheme)://\(address.authority)"
    }
    return try await browser.post(
      address.following(action ?? form.action), filled, fields: fields)
  }

  private func lost(_ page: TestBrowser.Page) -> OAuthError {
    .unreadable(
      .replyMalformed, "the page cannot be passed: \(HTMLText.summary(page.text))",
      status: page.status)
  }
}

extension HTMLForm {
  fileprivate func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
}
