// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Authorization responses without a page, and by a form.
extension World {
  /// The direct response of the authorization endpoint.
  func answer(_ ask: Ask, _ fields: [(String, String)] = []) async throws -> WireReply {
    try await wire.send("GET", "/authorize?\(ask.query)", fields)
  }

  /// Lets a user pass the pages, and returns the `form_post` page.
  func formPage(
    _ ask: Ask, browser: TestBrowser? = nil
  ) async throws -> (page: TestBrowser.Page, fields: Query) {
    try await formPage(at: url(ask), for: ask, browser: browser)
  }

  /// The same for a request whose address the test did not make.
  func formPage(
    at url: String, for ask: Ask, browser: TestBrowser? = nil
  ) async throws -> (page: TestBrowser.Page, fields: Query) {
    let browser = browser ?? self.browser()
    let first = try await browser.get(url)
    let login = try await browser.get(try #require(first.location))
    var page = try await signIn(browser, at: login)
    if let consent = page.location {
      page = try await browser.get(consent)
      page = try await submit(browser, page, ["action": "allow"])
    }
    #expect(page.status == 200)
    let form = try #require(page.forms.first)
    #expect(form.action == ask.parameters["redirect_uri"] ?? ask.redirect)
    #expect(form.method == "POST")
    return (page, form.parameters)
  }
}
