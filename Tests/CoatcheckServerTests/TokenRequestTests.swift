// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("token requests", .world)
struct TokenRequestTests {
  private static let secret = TestClient.service.secret?.reveal() ?? ""
  private static let credentials: Query = ["grant_type": "client_credentials"]

  /// Sends a client credentials grant of the service with these credentials.
  private func ask(_ authorization: [String]) async throws -> WireReply {
    try await world.wire.post(
      "/token", form: Self.credentials.encoded, authorization.map { ("Authorization", $0) })
  }

  // attack: T-11
  @Test("parameters in the address are refused, and not logged")
  func query() async throws {
    let query: Query = [
      "grant_type": "client_credentials", "client_id": "service", "client_secret": Self.secret,
    ]
    for body in ["", "grant_type=client_credentials"] {
      let reply = try await world.wire.post("/token?\(query.encoded)", form: body)
      #expect(reply.isRefused("invalid_request"))
    }
    #expect(!world.log.all.contains { $0.contains(Self.secret) })
  }

  // attack: T-12
  @Test("only a form in UTF-8 is accepted")
  func contentTypes() async throws {
    let auth = TestClient.service.authorization
    let form = Self.credentials.encoded
    for type in ["application/json", "multipart/form-data; boundary=x"] {
      let reply = try await world.wire.post("/token", form: form, auth + [("Content-Type", type)])
      #expect(reply.isRefused("invalid_request"))
    }
    #expect(try await world.wire.send("POST", "/token", auth, body: form).status == 400)
    let named = try await world.wire.post(
      "/token", form: form,
      auth + [("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")])
    #expect(named.status == 200)
  }

  // attack: T-13
  @Test("malformed Basic credentials are refused with a Basic challenge")
  func malformedBasic() async throws {
    func encoded(_ bytes: [UInt8]) -> String { "Basic " + Data(bytes).base64EncodedString() }
    let cases: [(String, [String])] = [
      ("not base64", ["Basic !!!"]),
      ("no colon", [encoded(Array("service".utf8))]),
      ("%zz", [encoded(Array("service:%zz".utf8))]),
      ("bad UTF-8", [encoded(Array("service:".utf8) + [0xC3, 0x28])]),
      ("empty id", [encoded(Array(":\(Self.secret)".utf8))]),
      ("long", [encoded(Array(repeating: 0x61, count: 12_000))]),
      ("two fields", [TestClient.basic("service", Self.secret), "Basic eDp5"]),
    ]
    for (name, values) in cases {
      let reply = try await ask(values)
      #expect(reply.isRefused("invalid_client", 401), "\(name)")
      #expect(reply["www-authenticate"].first?.hasPrefix("Basic") == true, "\(name)")
    }
    // A megabyte exceeds the limit of the head.
    let huge = try await ask([encoded(Array(repeating: 0x61, count: 1 << 20))])
    #expect([400, 401, 431].contains(huge.status))
    let lower = TestClient.basic("service", Self.secret).replacing("Basic", with: "basic")
    #expect(try await ask([lower]).status == 200)
  }

  // attack: T-14
  @Test("client_id and secret are form-encoded in Basic credentials")
  func encodedBasic() async throws {
    let colon = TestClient.backend("a:b", grants: ["client_credentials"], scopes: ["x"])
    let client = TestClient(colon.registration, secret: Secret("s x"))
    try await world.add(client)
    #expect(try await ask(["Basic YSUzQWI6cyUyMHg="]).status == 200)
  }

  // attack: T-42
  @Test("every response is JSON that is not cached, without cookies")
  func fields() async throws {
    let code = try await world.code()
    let replies = [
      try await world.exchange(code), try await world.exchange(code),
      try await world.token([:]), try await world.token(Self.credentials),
      try await world.credentials(),
      try await world.refresh("cc_rt_unknown"),
      try await world.wire.post(
        "/token", form: "grant_type=password", [("Origin", "https://evil.example")]),
    ]
    #expect(replies.map(\.status) == [200, 400, 400, 401, 200, 400, 400])
    for reply in replies {
      #expect(reply["cache-control"] == ["no-store"])
      #expect(reply["content-type"].first?.hasPrefix("application/json") == true)
      #expect(!reply.json.isEmpty)
      #expect(reply["set-cookie"].isEmpty)
      #expect(!reply.fields.contains { $0.name.hasPrefix("access-control-") })
    }
  }

  // attack: T-43
  @Test("an empty parameter counts as omitted")
  func empty() async throws {
    let code = try await world.code()
    let good = Ask().exchange(code).encoded
    let noCode = good.replacing("code=\(code)", with: "code=")
    let noClient = good.replacing("client_id=app", with: "client_id=")
    for (emptied, omitted) in [
      (noCode, good.replacing("code=\(code)&", with: "")),
      (noClient, good.replacing("&client_id=app", with: "")),
    ] {
      let one = try await world.wire.post("/token", form: emptied)
      let other = try await world.wire.post("/token", form: omitted)
      #expect(one.status == other.status && (400...401).contains(one.status))
      #expect(one.body == other.body)
    }
    #expect(try await world.wire.post("/token", form: good + "&scope=&extra=").status == 200)
  }

  // attack: T-44
  @Test(
    "badly encoded values are refused in every parameter",
    arguments: [
      "%FF", "%C0%AF", "%00", "%", "x%00y", "\u{0}",
    ])
  func encodings(value: String) async throws {
    let code = try await world.code()
    for name in ["grant_type", "code", "redirect_uri", "client_id", "code_verifier", "scope"] {
      let rest = Ask().with("redirect_uri", nil).exchange(code).pairs
        .filter { $0.name != name }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      let reply = try await world.wire.post("/token", form: "\(rest)&\(name)=\(value)")
      #expect((400...401).contains(reply.status))
      // If it were cut at the NUL, it would name an existing client.
      let cut = try await world.wire.post("/token", form: "\(rest)&x=1&client_id=app%00x")
      #expect((400...401).contains(cut.status))
    }
    #expect(try await world.exchange(code).status == 200)
  }

  // attack: T-48
  @Test("200 concurrent failures have their own messages and disclose no secrets")
  func ownMessages() async throws {
    let code = try await world.code()
    let kinds: [(Query, TestClient?, String)] = [
      (["grant_type": "password", "client_id": "app"], nil, "unsupported_grant_type"),
      (["grant_type": "client_credentials", "scope": "nope"], .service, "invalid_scope"),
      (["grant_type": "client_credentials"], nil, "invalid_client"),
      (
        ["grant_type": "refresh_token", "refresh_token": "cc_rt_secret9", "client_id": "app"],
        nil, "invalid_grant"
      ),
      (["grant_type": "client_credentials"], .web, "unauthorized_client"),
      (["client_id": "app"], nil, "invalid_request"),
    ]
    var alone: [String] = []
    for (form, client, _) in kinds { alone.append(try await world.token(form, as: client).body) }
    let replies = try await inParallel(200) { index in
      let kind = index % kinds.count
      return (kind, try await world.token(kinds[kind].0, as: kinds[kind].1))
    }
    for (kind, reply) in replies {
      #expect((400...401).contains(reply.status))
      #expect(reply.error == kinds[kind].2)
      #expect(reply.body == alone[kind])
      for secret in [code, "secret9", Self.secret, "SELECT", "Swift", ".swift", "Sources/"] {
        #expect(!reply.body.contains(secret))
      }
    }
  }
}
