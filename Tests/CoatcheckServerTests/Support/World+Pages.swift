// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The pages, step by step.
extension World {
  /// Opens a request and returns the sign-in page it leads to.
  func loginPage(_ browser: TestBrowser, _ ask: Ask = Ask()) async throws -> TestBrowser.Page {
    try await browser.get(try #require(try await browser.get(url(ask)).location))
  }

  /// Signs in by hand and returns what the form led to.
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

  /// Signs in by hand and returns the consent page.
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

  /// Sends the form of a page with its token against forgery.
  func submit(
    _ browser: TestBrowser, _ page: TestBrowser.Page, _ form: Query
  ) async throws -> TestBrowser.Page {
    var form = form
    form["csrf"] = try csrf(page)
    return try await browser.post(action(page), form)
  }

  /// The token against forgery in the form of a page.
  func csrf(_ page: TestBrowser.Page) throws -> String {
    try #require(page.forms.first?.fields.first { $0.name == "csrf" }?.value)
  }

  /// Where the form of a page goes.
  func action(_ page: TestBrowser.Page) throws -> String {
    server.issuer + (try #require(page.forms.first).action)
  }
}

extension TestBrowser.Page {
  /// Whether the page has this status and leads nowhere.
  func isFinal(_ status: Int) -> Bool { self.status == status && location == nil }
}
