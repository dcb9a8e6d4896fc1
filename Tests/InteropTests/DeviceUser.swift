// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A scripted user, alice, of the device flow: she opens the address and sends the forms of the pages.
struct DeviceUser {
  /// The button on the last page: `allow` or `deny`.
  var answer = "allow"
  private let browser = TestBrowser(transport: PatientTransport())

  init(answer: String = "allow") { self.answer = answer }

  /// Follows the pages until one has no form.
  ///
  /// - Parameters:
  ///   - address: The page for the user code.
  ///   - code: The user code; nil if the address contains it.
  /// - Returns: The text of the last page.
  func visit(_ address: String, typing code: String? = nil) async throws -> String {
    var page = try await browser.get(address)
    for _ in 0..<10 {
      if let location = page.location, (300..<400).contains(page.status) {
        page = try await browser.get(location)
        continue
      }
      guard let form = page.forms.first else { return page.text }
      var sent = Parameters()
      for field in form.fields {
        sent[field.name] =
          switch field.name {
          case "username": "alice"
          case "password": ServedIssuer.password.reveal()
          case "user_code": code ?? field.value
          default: field.value
          }
      }
      let button = form.submits.first { $0.value == answer } ?? form.submits.first
      if let button, let name = button.name { sent[name] = button.value }
      let target = try #require(URL(string: form.action, relativeTo: URL(string: page.url)))
      page = try await browser.post(target.absoluteString, sent)
    }
    throw OAuthError.unreadable(.replyMalformed, "The pages do not end: \(page.text)")
  }
}
