// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("unknown members and parameters that claim privileges", .openRegistration)
struct ExtraMemberTests {
  /// Members that claim privileges, with names of this server, of other servers, and of the specifications.
  private static let wishes: JSONObject = [
    "role": "admin", "roles": ["admin"], "is_admin": true, "admin": true, "id": "chosen",
    "client_id": "chosen", "client_secret": "chosen-secret-0123456789-0123456789",
    "secretDigest": "chosen", "client_secret_hash": "chosen", "client_secret_expires_at": 1,
    "client_id_issued_at": 1, "registration_access_token": "chosen",
    "registration_client_uri": "https://evil.example/register/chosen", "email_verified": true,
    "consent": "implied", "skip_consent": true, "trusted": true, "first_party": true,
    "isDynamic": false, "dynamic": false, "standing": "active", "disabled": false,
    "audience": ["https://api.example"], "owner": "alice", "user_id": "u-alice-4f1d",
    "access_token_lifetime": 999_999_999, "accessTokenLifetime": 999_999_999, "__proto__": [:],
  ]

  private static func body(_ metadata: JSONObject) -> String {
    var all = wishes
    for (name, value) in metadata { all[name] = value }
    return String(decoding: all.serialized(), as: UTF8.self)
  }

  private static func isAsAnyOther(_ client: RegisteredClient) async throws {
    #expect(client.id != "chosen" && client.id.utf8.count > 16)
    #expect(client.secretDigest != TokenDigest(of: Secret("chosen-secret-0123456789-0123456789")))
    #expect(client.consent == .ask)
    #expect(client.accessTokenLifetime == nil)
    #expect(try await world.server.store.client("chosen") == nil)
  }

  // attack: M-03
  @Test("are ignored in a registration")
  func registration() async throws {
    let good: JSONObject = ["client_name": "App", "redirect_uris": ["https://my.example/cb"]]
    let reply = try await world.json("POST", "/register", Self.body(good))
    #expect(reply.status == 201)
    let id = try #require(reply.json["client_id"]?.stringValue)
    let secret = try #require(reply.json["client_secret"]?.stringValue)
    let token = try #require(reply.json["registration_access_token"]?.stringValue)
    let place = try #require(reply.json["registration_client_uri"]?.stringValue)
    #expect(secret != "chosen-secret-0123456789-0123456789" && token != "chosen")
    #expect(place == "\(world.server.issuer)/register/\(id)")
    #expect(reply.json["client_secret_expires_at"]?.intValue == 0)
    #expect(reply.json["client_id_issued_at"] != 1)
    for name in ["role", "roles", "admin", "consent", "email_verified", "owner", "trusted"] {
      #expect(reply.json[name] == nil, "\(name)")
    }
    let client = try #require(try await world.server.store.client(id))
    try await Self.isAsAnyOther(client)
    // A change of the registration with them does not add privileges either.
    let path = "/register/\(id)"
    let other = try await world.json("PUT", path, Self.body(good), token)
    #expect(other.status == 400)
    let mine = good.with(["client_id": .string(id), "client_secret": nil])
    var wishes = try JSONObject(parsing: Array(Self.body(mine).utf8))
    wishes["client_secret"] = .string(secret)
    for name in [
      "registration_access_token", "registration_client_uri", "client_secret_expires_at",
      "client_id_issued_at",
    ] { wishes[name] = nil }
    let changed = try await world.json(
      "PUT", path, String(decoding: wishes.serialized(), as: UTF8.self), token)
    #expect(changed.status == 200)
    let after = try #require(try await world.server.store.client(id))
    try await Self.isAsAnyOther(after)
    // The user is asked for consent as for any other client.
    let ask = Ask(TestClient(after, secret: Secret(secret)))
    let browser = world.browser()
    let login = try await world.loginPage(browser, ask)
    #expect(try await world.signIn(browser, at: login).location?.contains("/consent?") == true)
  }

  // attack: M-03
  @Test("are ignored in the sign-in and consent forms")
  func forms() async throws {
    let browser = world.browser()
    let login = try await world.loginPage(browser)
    let wishes: Parameters = [
      "csrf": try world.csrf(login), "username": "bob", "action": "sign-in",
      "password": TestUser.bob.password.reveal(), "role": "admin", "id": "u-alice-4f1d",
      "sub": "u-alice-4f1d", "user_id": "u-alice-4f1d", "email_verified": "true",
      "email": "alice@example.org", "scope": "openid admin", "client_id": "trusted",
    ]
    let consent = try await browser.get(
      try #require(try await browser.post(login.url, wishes).location))
    let form = try #require(consent.forms.first)
    var decision = Parameters(
      form.fields.compactMap { field in field.value.map { (field.name, $0) } })
    for (name, value) in [("scope", "openid admin"), ("sub", "u-alice-4f1d"), ("role", "admin")] {
      decision[name] = value
    }
    for submit in form.submits {
      if let name = submit.name, submit.text.lowercased().contains("allow") {
        decision[name] = submit.value
      }
    }
    let end = try await browser.post(world.server.issuer + form.action, decision)
    let query = try Query(String(try #require(end.location).split(separator: "?").last ?? ""))
    let tokens = try Tokens(await world.exchange(try #require(query["code"])))
    #expect(tokens.json["scope"]?.stringValue?.contains("admin") != true)
    let claims = try await world.userInfo(tokens.access).json
    expect(
      claims,
      has: [
        "sub": .string(TestUser.bob.id), "email": "bob@example.org", "email_verified": false,
        "role": nil,
      ])
  }
}
