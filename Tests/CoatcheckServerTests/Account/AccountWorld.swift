// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Requests to the account page.
extension World {
  /// The address of the page.
  var accountURL: String { server.issuer + "/account" }

  /// Signs in, and returns the account page.
  func account(
    _ browser: TestBrowser, as user: TestUser = .alice
  ) async throws -> TestBrowser.Page {
    let first = try await browser.get(accountURL)
    guard let location = first.location else { return first }
    let login = try await browser.get(location)
    let after = try await signIn(browser, at: login, as: user)
    return try await browser.get(try #require(after.location))
  }

  /// Sends a form of the account page: the one with this button, and with this hidden field if one is given.
  func press(
    _ action: String, where field: (name: String, value: String)? = nil,
    on page: TestBrowser.Page, _ browser: TestBrowser, filling values: Query = Query()
  ) async throws -> TestBrowser.Page {
    let form = try #require(
      page.forms.first { form in
        form.submits.contains { $0.value == action }
          && (field.map { field in
            form.fields.contains { $0.name == field.name && $0.value == field.value }
          } ?? true)
      })
    var sent = Query()
    for one in form.fields { sent[one.name] = one.value }
    for (name, value) in values.pairs { sent[name] = value }
    sent["action"] = action
    return try await browser.post(server.issuer + form.action, sent)
  }

  /// Changes the password on the page.
  func changePassword(
    _ current: String, to new: String, repeated: String? = nil, on page: TestBrowser.Page,
    _ browser: TestBrowser
  ) async throws -> TestBrowser.Page {
    try await press(
      "password", on: page, browser,
      filling: ["current": current, "new": new, "repeat": repeated ?? new])
  }
}
