// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Logout.
extension OP {
  static let out = "https://c.example/out"

  /// A client with a post-logout redirect URI and, if given, addresses for front-channel and back-channel
  /// logout.
  static func leaving(frame: String? = nil, told: String? = nil) -> TestClient {
    var registration = OP.client().registration
    registration.metadata.postLogoutRedirectURIs = [out]
    registration.metadata.frontChannelLogoutURI = frame
    registration.metadata.backChannelLogoutURI = told
    return TestClient(registration, secret: OP.client().secret)
  }

  /// Signs the user in, and sends a logout request.
  ///
  /// - Parameter changes: Changes of a correct request; nil removes a parameter.
  func signInAndOut(_ changes: [String: String?] = [:]) async throws -> TestBrowser.Page {
    let token = try await tokens()["id_token"]?.stringValue
    let endpoint = try #require(try await metadata().endSessionEndpoint)
    var request: Parameters = ["post_logout_redirect_uri": OP.out, "state": "state-9876543210"]
    request["id_token_hint"] = token
    for (name, value) in changes { request[name] = value }
    return try await browser.get(endpoint.text + (request.isEmpty ? "" : "?" + request.encoded))
  }

  /// The user confirms the logout on the page.
  func confirm(_ page: TestBrowser.Page) async throws -> TestBrowser.Page {
    let form = try #require(page.forms.first)
    var sent = Parameters()
    for field in form.fields { sent[field.name] = field.value }
    sent["action"] = "sign-out"
    return try await browser.post(server.issuer + form.action, sent)
  }

  /// Whether an authorization request with `prompt=none` returns a code.
  func isSignedIn() async throws -> Bool {
    try await redirected(answer(to: request(with: ["prompt": "none"])))["code"] != nil
  }

  /// Expects that the browser is not redirected, and that the user stays signed in.
  func expectStay(
    _ page: TestBrowser.Page, at location: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(page.location == nil, sourceLocation: location)
    #expect(try await isSignedIn(), sourceLocation: location)
  }
}
