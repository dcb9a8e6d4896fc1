// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite(
  "coatcheckd with clients of Authlib", .enabled(if: ForeignClient.isInstalled), .serialized,
  .timeLimit(.minutes(10)))
struct AuthlibClientTests {
  @Test("a web application registers, signs users in, refreshes, introspects and revokes")
  func web() async throws {
    let ours = try await ServedIssuer.start()
    defer { ours.stop() }
    let app = try ForeignClient("authlib_web.py", [ours.issuer])
    defer { app.stop() }
    let address = try await app.address()
    let alice = ours.alice(returningTo: address + "/callback")

    let signedIn = try await signIn(alice, at: address)
    #expect(signedIn["subject"] == "u-alice", "\(signedIn) \(app.output)")
    #expect(signedIn["issuer"] == .string(ours.issuer))
    #expect(signedIn["type"] == "Bearer")
    #expect(signedIn["scope"] == "openid profile email offline_access")
    let user = try await get("/user", of: address)
    #expect(user["name"] == "Alice Example")
    #expect(user["email"] == "alice@example.test")

    let renewed = try await get("/expire", of: address)
    #expect(renewed["subject"] == "u-alice", "\(renewed) \(app.output)")
    #expect(renewed["newAccess"] == true)
    #expect(renewed["newRefresh"] == true)
    #expect(
      try await get("/introspect", of: address)
        == ["access_token": true, "refresh_token": true])
    // The logout ends the session of this browser; the tokens with offline_access stay valid.
    let leaving = ours.alice(returningTo: address + "/signed-out", cookies: alice.browser.cookies)
    let left = try await leaving.authorize(at: #require(URL(string: address + "/logout")))
    #expect(try await page(left, in: leaving) == ["signedOut": true])
    let again = try await alice.browser.get(address + "/login")
    let asked = try await alice.browser.get(#require(again.location))
    #expect(asked.location?.contains("/login?") == true, "the browser has no session")
    #expect(
      try await get("/revoke", of: address)
        == ["status": 200, "access_token": false, "refresh_token": false])

    #expect(
      try await get("/unregister", of: address)
        == ["read": true, "name": "Another name", "statuses": [200, 200, 204, 401]])
    let after = try await TestBrowser(transport: PatientTransport()).get(address + "/login")
    let page = try await TestBrowser(transport: PatientTransport()).get(#require(after.location))
    #expect(page.status == 400 && page.location == nil, "the client is unregistered")
  }

  @Test("a web application receives the error when the user denies the request")
  func denied() async throws {
    let ours = try await ServedIssuer.start()
    defer { ours.stop() }
    let app = try ForeignClient("authlib_web.py", [ours.issuer])
    defer { app.stop() }
    let address = try await app.address()
    let alice = ours.alice(returningTo: address + "/callback", answer: .deny)
    #expect(try await signIn(alice, at: address) == ["error": "access_denied"])
  }

  @Test(
    "a device registers, polls until the user approves, refreshes, revokes and unregisters",
    arguments: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"])
  func device(_ method: String) async throws {
    let ours = try await ServedIssuer.start()
    defer { ours.stop() }
    let device = try ForeignClient("authlib_device.py", [ours.issuer, method])
    defer { device.stop() }
    let registered = try await device.step("registered")
    #expect(registered["method"] == .string(method))
    #expect(registered["secret"] == .bool(method.hasPrefix("client_secret")))
    let asking = try await device.step("asking")
    #expect(try await device.step("waiting")["error"] == "authorization_pending")
    let complete = try #require(asking["complete"]?.stringValue)
    let page = try await DeviceUser().visit(complete)
    #expect(page.contains("Device of Authlib"), "\(page)")

    let allowed = try await device.step("allowed")
    #expect(allowed["subject"] == "u-alice")
    #expect(allowed["name"] == "Alice Example")
    #expect(allowed["scope"] == "openid profile offline_access")
    #expect(try await device.step("renewed")["rotated"] == true)
    #expect(try await device.step("again")["error"] == "invalid_grant")
    let revoked = try await device.step("revoked")
    #expect(revoked["status"] == 200)
    #expect(revoked["userinfo"] == 401)
    #expect(try await device.result()["status"] == 204)
  }

  @Test("a device receives the error when the user enters its code and denies")
  func deviceDenied() async throws {
    let ours = try await ServedIssuer.start()
    defer { ours.stop() }
    let device = try ForeignClient("authlib_device.py", [ours.issuer, "none"])
    defer { device.stop() }
    let asking = try await device.step("asking")
    let code = try #require(asking["code"]?.stringValue)
    _ = try await DeviceUser(answer: "deny").visit(
      #require(asking["uri"]?.stringValue), typing: code.lowercased())
    #expect(try await device.result()["error"] == "access_denied")
  }

  /// A service in the seed, with its public key and its API.
  private func service(_ folder: Folder) async throws -> JSONObject {
    let key = try await ForeignClient("authlib_service.py", [folder.path + "/key.json"]).result()
    return [
      "id": "service", "jwks": ["keys": [.object(key)]], "grantTypes": ["client_credentials"],
      "scopes": ["reports"], "resources": ["https://api.example/reports"],
      "authenticationAlgorithm": "RS256",
    ]
  }

  @Test("a service in the seed signs its assertions for the issuer and introspects its token")
  func service() async throws {
    let folder = try Folder()
    let ours = try await ServedIssuer.start(users: [], clients: [service(folder)])
    defer { ours.stop() }
    let answer = try await ForeignClient(
      "authlib_service.py", [folder.path + "/key.json"],
      environment: [
        "ISSUER": ours.issuer, "AUDIENCE": "issuer", "RESOURCE": "https://api.example/reports",
      ]
    ).result()
    #expect(answer["scope"] == "reports", "\(answer)")
    #expect(answer["active"] == true)
    #expect(answer["audience"] == "https://api.example/reports")
  }

  @Test("Authlib's assertions for the token endpoint need a setting")
  func endpointAudience() async throws {
    let folder = try Folder()
    let client = try await service(folder)
    let exception: JSONObject = [
      "assertionAudiences": [
        "endpoints": ["token", "introspect"], "because": "Authlib names the token endpoint",
      ]
    ]
    for (settings, error) in [(JSONObject(), "invalid_client"), (exception, nil)] {
      let ours = try await ServedIssuer.start(users: [], settings: settings, clients: [client])
      defer { ours.stop() }
      let answer = try await ForeignClient(
        "authlib_service.py", [folder.path + "/key.json"],
        environment: [
          "ISSUER": ours.issuer, "AUDIENCE": "token", "RESOURCE": "https://api.example/reports",
        ]
      ).result()
      #expect(answer["error"]?.stringValue == error, "\(answer)")
      #expect(answer["active"] == (error == nil ? true : nil), "\(answer)")
    }
  }

  private func signIn(_ agent: ScriptedUserAgent, at app: String) async throws -> JSONObject {
    let callback = try await agent.authorize(at: #require(URL(string: app + "/login")))
    return try await page(callback, in: agent)
  }

  /// A page of the application, whose state is in a cookie of this browser.
  private func page(_ address: String, in agent: ScriptedUserAgent) async throws -> JSONObject {
    try JSONObject(parsing: Array(try await agent.browser.get(address).text.utf8))
  }

  private func get(_ path: String, of app: String) async throws -> JSONObject {
    let page = try await TestBrowser(transport: PatientTransport()).get(app + path)
    return try JSONObject(parsing: Array(page.text.utf8))
  }
}
