// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckOAuth
import CoatcheckTesting
import Foundation

extension Flow {
  /// The pages of our own issuer, which must not show values of the request.
  static let pages: [Flow] = [
    Flow(issuer: "pages about invalid requests") { stage, site in
      let browser = TestBrowser(transport: WireTap(Transports.system, stage.marks))
      let authorize = site.provider.metadata.authorizationEndpoint?.text ?? ""
      for changes in PageRequest.wrong(stage.marks) {
        let request = PageRequest.right(stage.marks, changes)
        let page = try await browser.get(authorize + "?" + request.encoded)
        stage.show("page \(changes.names)", page.text)
        let posted = try await browser.post(authorize, request)
        stage.show("posted", posted.text)
      }
    },
    Flow(issuer: "the page for a password") { stage, site in
      let browser = TestBrowser(transport: WireTap(Transports.system, stage.marks))
      let authorize = site.provider.metadata.authorizationEndpoint?.text ?? ""
      let first = try await browser.get(
        authorize + "?" + PageRequest.right(stage.marks, [:]).encoded)
      stage.show("first", first.text)
      let address = first.location ?? first.url
      let page = first.location == nil ? first : try await browser.get(address)
      stage.show("page", page.text)
      guard let form = page.forms.first else { return }
      var fields = Parameters(form.fields.map { ($0.name, $0.value ?? "") })
      fields["username"] = "alice"
      fields["password"] = stage.marks.make("password")
      let action =
        URL(string: form.action, relativeTo: URL(string: address))?.absoluteString ?? address
      for _ in 0..<3 {
        let refused = try await browser.post(action, fields)
        stage.show("refused \(refused.status)", refused.text)
      }
      fields["password"] = nil
      stage.show("forged", try await browser.post(action, fields).text)
    },
  ]
}

/// Authorization requests for pages.
private enum PageRequest {
  static func right(_ marks: Marks, _ changes: Parameters) -> Parameters {
    var request: Parameters = [
      "response_type": "code", "client_id": "web", "redirect_uri": IssuerSite.redirect,
      "scope": "openid", "state": marks.make("state"), "nonce": "nonce-0123456789",
      "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      "code_challenge_method": "S256",
    ]
    for (name, value) in changes.pairs { request[name] = value }
    return request
  }

  /// Invalid requests, with a secret wherever one is possible.
  static func wrong(_ marks: Marks) -> [Parameters] {
    [
      ["client_id": "unknown"], ["redirect_uri": "https://evil.example/cb"],
      ["request": marks.make("assertion")], ["request_uri": "urn:" + marks.make("code")],
      ["id_token_hint": marks.make("id_token_hint"), "redirect_uri": "https://evil.example/"],
      ["client_secret": marks.make("client_secret"), "redirect_uri": "https://evil.example/"],
      ["login_hint": "alice@example.org", "prompt": "none login"],
    ]
  }
}
