// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The pages, step by step.
extension World {
  /// Opens a request and returns the sign-in page it leads to.
  func loginPage(
    _ browser: TestBrowser, _ ask: Ask = Ask()
  ) async throws -> TestBrowser.Page {
    let first = try await browser.get(url(ask))
    return try await browser.get(try #require(first.location))
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

  /// The token against forgery in the form of a page.
  func csrf(_ page: TestBrowser.Page) throws -> String {
    try #require(page.forms.first?.fields.first { $0.name == "csrf" }?.value)
  }

  /// Where the form of a page goes.
  func action(_ page: TestBrowser.Page) throws -> String {
    server.issuer + (try #require(page.forms.first).action)
  }
}
