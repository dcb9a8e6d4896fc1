// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("UserInfo responses in the registered form")
struct UserInfoSourceTests {
  private let provider = FakeProvider()
  private let own = DecryptionKey.fresh(.ecdhES)

  private func claims(_ changes: [String: JSONValue?] = [:]) -> JSONObject {
    var claims: JSONObject = [
      "iss": .string(provider.issuer), "aud": "app", "sub": "alice", "name": "Alice",
    ]
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  private func answer(_ text: String, type: String = "application/jwt") {
    provider.script("/userinfo") { _, _ in
      (HTTPResponse(status: .ok, headerFields: [.contentType: type]), Data(text.utf8))
    }
  }

  private func info(_ form: UserInfoSource.Form) async throws -> UserInfo {
    try await UserInfoSource(
      try await provider.context(), form: form
    ).userInfo(accessToken: Secret("at"), about: "alice")
  }

  private var encrypted: UserInfoSource.Form {
    .encrypted(
      [.es256],
      TokenDecryption(
        keys: DecryptionKeySet([own]), keyManagement: [.ecdhES], encryption: [.a256GCM]))
  }

  @Test("JSON, a signed JWT and an encrypted signed JWT are accepted")
  func forms() async throws {
    #expect(try await info(.plain).claims["name"] == "Alice")
    let signed = try FakeProvider.key.sign(claims())
    answer(signed)
    #expect(try await info(.signed([.es256])).claims["name"] == "Alice")
    answer(
      try own.encryptionKey().encrypt(signed: signed, algorithm: .ecdhES, encryption: .a256GCM))
    #expect(try await info(encrypted).claims["name"] == "Alice")
  }

  @Test("a provider's own name for the user is compared, where its `sub` is the same for all")
  func namedOtherwise() async throws {
    answer(#"{"sub":"subject","id":"alice"}"#, type: "application/json")
    var named = Provider(metadata: try await provider.metadata())
    named.dialect.subjects = .wordOrID
    let context = ClientContext(
      provider: named, client: ClientIdentity(id: "app"),
      runtime: ClientRuntime(transport: provider, environment: provider.environment))
    let source = UserInfoSource(context, form: .plain)
    #expect(try await source.userInfo(accessToken: Secret("at"), about: "alice").subject == "alice")
    await expectError(.unreadable(.subjectMismatch, "")) {
      try await source.userInfo(accessToken: Secret("at"), about: "subject")
    }
    let client = Client(of: named, id: "app", store: MemoryTokenStore(), transport: provider) {
      $0.environment = provider.environment
    }
    let grant = TokenGrant(
      accessToken: Secret("at"), expiry: .unknown, receivedAt: provider.clock.now)
    #expect(try await client.adopt(grant, storedAs: "old app").account.subject == "alice")
  }

  // attack: C-51
  @Test(
    "another form than the registered one, or another signer, is refused",
    arguments: [
      "json", "alg none", "other key", "other issuer", "other client", "not in an envelope",
      "only encrypted", "other user",
    ])
  func refused(kind: String) async throws {
    var form = UserInfoSource.Form.signed([.es256])
    let good = try FakeProvider.key.sign(claims())
    switch kind {
    case "json": answer(#"{"sub":"alice"}"#, type: "application/json")
    case "alg none":
      answer(
        Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(good.split(separator: ".")[1]).")
    case "other key": answer(try SigningKey.generate(.es256).sign(claims()))
    case "other issuer": answer(try FakeProvider.key.sign(claims(["iss": "https://evil.example"])))
    case "other client": answer(try FakeProvider.key.sign(claims(["aud": "other"])))
    case "other user": answer(try FakeProvider.key.sign(claims(["sub": "mallory"])))
    case "not in an envelope":
      form = encrypted
      answer(good)
    default:
      form = encrypted
      answer(
        try own.encryptionKey().encrypt(
          claims().serialized(), algorithm: .ecdhES, encryption: .a256GCM))
    }
    await expectError(outcome: .unreadable) { [form] in try await info(form) }
  }

  @Test("claims of other providers are merged where trusted, and left out otherwise")
  func collected() async throws {
    let others = try SigningKey.generate(.es256)
    let (trusted, untrusted) = ("https://claims.example", "https://untrusted.example")
    let jwt = { (issuer: String) throws -> String in
      try others.sign(["iss": .string(issuer), "address": "Main St", "sub": "x", "score": 5])
    }
    let there = try jwt(trusted)
    let transport = AnsweringTransport { request in
      switch request.address {
      case "https://there.example/c" where request.headerFields[.authorization] == "Bearer t":
        return (HTTPResponse(status: .ok), Data(there.utf8))
      case trusted + "/.well-known/openid-configuration":
        return AnsweringTransport.json([
          "issuer": .string(trusted), "jwks_uri": .string(trusted + "/jwks"),
        ])
      case trusted + "/jwks":
        return AnsweringTransport.json(JWKSet(keys: [others.publicJWK]).json)
      default: return AnsweringTransport.status(.notFound)
      }
    }
    let collected = try await ClaimCollector(
      trusting: [Issuer(trusted)], transport: transport, environment: provider.environment
    ).collect(
      [
        "sub": "alice",
        "_claim_names": ["address": "here", "score": "there", "age": "strange", "port": "inside"],
        "_claim_sources": [
          "here": ["JWT": .string(try jwt(trusted))],
          "there": ["endpoint": "https://there.example/c", "access_token": "t"],
          "strange": ["JWT": .string(try jwt(untrusted))],
          "inside": ["endpoint": "https://10.0.0.1/"],
        ],
      ], from: Issuer(provider.issuer))
    #expect(collected.claims == ["sub": "alice", "address": "Main St", "score": 5])
    #expect(collected.failures.keys.sorted() == ["inside", "strange"])
    #expect(collected.failures["inside"]?.code == .addressRefused)
    #expect(
      transport.addresses.allSatisfy { $0.hasPrefix(trusted) || $0 == "https://there.example/c" })
  }
}
