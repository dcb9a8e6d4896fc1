// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckTesting
import Testing

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
    let form = try #require(page.forms.first)
    let csrf = try #require(form.fields.first { $0.name == "csrf" }?.value)
    return try await browser.post(
      page.url,
      [
        "csrf": csrf, "username": user.username, "password": user.password.reveal(),
        "action": "sign-in",
      ])
  }

  /// Where the form of a page goes.
  func action(_ page: TestBrowser.Page) throws -> String {
    server.issuer + (try #require(page.forms.first).action)
  }
}
