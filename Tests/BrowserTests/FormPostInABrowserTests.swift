// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(
  .enabled(
    if: Chromium.isInstalled, "chromium and chromium-driver are not installed: no real browser"),
  .timeLimit(.minutes(10)))
struct FormPostInABrowserTests {
  @Test("the form is submitted automatically, under a policy that allows no other script")
  func leaves() async throws {
    // The response of the application does not matter: only the request of the browser is checked.
    let application = try await TestServer.start()
    let redirect = application.issuer + "/cb"
    var registration = TestClient.web.registration
    registration.redirectURIs = [redirect]
    let client = TestClient(registration, secret: TestClient.web.secret)
    let server = try await TestServer.start(users: [.alice], clients: [client])
    let request: Parameters = [
      "response_type": "code", "client_id": "web", "redirect_uri": redirect,
      "scope": "openid", "state": "state-1", "response_mode": "form_post",
      "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      "code_challenge_method": "S256",
    ]
    try await Chromium.withSession(transport: Transports.system) { chromium in
      try await chromium.open("\(server.issuer)/authorize?\(request.encoded)")
      try await chromium.type("alice", into: "input[name=username]")
      try await chromium.type("correct horse battery staple", into: "input[name=password]")
      try await chromium.click("button[type=submit]")
      try await chromium.click("button[value=allow]")
      var waits = 0
      while application.requests.count("/cb") == 0, waits < 600 {
        waits += 1
        try await Task.sleep(for: .milliseconds(100))
      }
      // There is no code in the address, and the user did not press the button.
      #expect(try await chromium.address() == redirect)
    }
    #expect(application.requests.all.filter { $0.path == "/cb" }.map(\.method) == ["POST"])
  }
}
