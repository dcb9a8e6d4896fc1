// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The steps of an interaction.
extension World {
  /// Opens an authorization request, and returns the sign-in page.
  func loginPage(_ browser: TestBrowser, _ ask: Ask = Ask()) async throws -> TestBrowser.Page {
    try await browser.get(try #require(try await browser.get(url(ask)).location))
  }

  /// Sends the sign-in form, and returns the next page.
  func signIn(
    _ browser: TestBrowser, at page: TestBrowser.Page, as user: TestUser = .alice
  ) async throws -> TestBrowser.Page {
    try await browser.post(
      page.url,
      [
        "csrf": try csrf(page), "username": user.username, "password": user.password.reveal(),
        "action": "sign-in",
      ])
  }

  /// Sends the sign-in form, and returns the consent page.
  func consentPage(
    _ browser: TestBrowser, at login: TestBrowser.Page, as user: TestUser = .alice
  ) async throws -> TestBrowser.Page {
    try await browser.get(try #require(try await signIn(browser, at: login, as: user).location))
  }

  /// Signs in by hand and returns the consent page for a request.
  func consentPage(
    _ browser: TestBrowser, _ ask: Ask = Ask(), as user: TestUser = .alice
  ) async throws -> TestBrowser.Page {
    try await consentPage(browser, at: loginPage(browser, ask), as: user)
  }

  /// Sends the form of a page with its CSRF token.
  func submit(
    _ browser: TestBrowser, _ page: TestBrowser.Page, _ form: Query
  ) async throws -> TestBrowser.Page {
    var form = form
    form["csrf"] = try csrf(page)
    return try await browser.post(action(page), form)
  }

  /// The CSRF token in the form of a page.
  func csrf(_ page: TestBrowser.Page) throws -> String {
    try #require(page.forms.first?.fields.first { $0.name == "csrf" }?.value)
  }

  /// The address to which the form of a page is sent.
  func action(_ page: TestBrowser.Page) throws -> String {
    server.issuer + (try #require(page.forms.first).action)
  }
}

extension TestBrowser.Page {
  /// Whether the page has this status and no redirect.
  func isFinal(_ status: Int) -> Bool { self.status == status && location == nil }
}
