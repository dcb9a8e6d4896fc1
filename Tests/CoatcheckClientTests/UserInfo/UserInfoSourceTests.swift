// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Answers of the userinfo endpoint as they were registered")
struct UserInfoSourceTests {
  private let provider = FakeProvider()
  private let own: DecryptionKey

  init() throws {
    own = try DecryptionKey.generate(.ecdhES)
  }

  private func claims(_ changes: [String: JSONValue?] = [:]) -> JSONObject {
    var claims: JSONObject = [
      "iss": .string(provider.issuer), "aud": "app", "sub": "alice", "name": "Alice",
    ]
    for (name, value) in changes { claims[name] = value }
    return claims
  }

  private func answer(_ text: String, type: String = "application/jwt") {
    provider.script("/userinfo") { _, _ in
      (
        HTTPResponse(status: .ok, headerFields: [.contentType: type]),
        Data(text.utf8)
      )
    }
  }

  private func info(_ form: UserInfoSource.Form) async throws -> UserInfo {
    try await UserInfoSource(
      ClientContext(
        provider: Provider(metadata: try await provider.metadata()),
        client: ClientIdentity(id: "app"),
        runtime: ClientRuntime(transport: provider, environment: provider.environment)), form: form
    ).userInfo(accessToken: Secret("at"), about: "alice")
  }

  private var encrypted: UserInfoSource.Form {
    .encrypted(
      [.es256],
      TokenDecryption(
        keys: DecryptionKeySet([own]), keyManagement: [.ecdhES], encryption: [.a256GCM]))
  }

  private func failure(_ form: UserInfoSource.Form) async throws -> OAuthError? {
    do {
      _ = try await info(form)
      return nil
    } catch let error as OAuthError {
      return error
    }
  }

  @Test("JSON, a signed JWT and a signed JWT in an envelope")
  func forms() async throws {
    #expect(try await info(.plain).claims["name"] == "Alice")
    let signed = try FakeProvider.key.sign(claims())
    answer(signed)
    #expect(try await info(.signed([.es256])).claims["name"] == "Alice")
    answer(
      try own.encryptionKey().encrypt(signed: signed, algorithm: .ecdhES, encryption: .a256GCM))
    #expect(try await info(encrypted).claims["name"] == "Alice")
  }

  // attack: C-51
  @Test(
    "what was registered otherwise, or is not signed by the issuer, is refused",
    arguments: [
      "json", "alg none", "other key", "other issuer", "other client", "not in an envelope",
      "only encrypted", "other person",
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
    case "other person": answer(try FakeProvider.key.sign(claims(["sub": "mallory"])))
    case "not in an envelope":
      form = encrypted
      answer(good)
    default:
      form = encrypted
      answer(
        try own.encryptionKey().encrypt(
          claims().serialized(), algorithm: .ecdhES, encryption: .a256GCM))
    }
    let error = try await failure(form)
    #expect(error?.outcome == .unreadable)
  }

  @Test("claims of others are merged where their provider is trusted, and left out where it is not")
  func collected() async throws {
    let others = try SigningKey.generate(.es256)
    let (trusted, stranger) = ("https://claims.example", "https://stranger.example")
    let jwt = { (issuer: String) throws -> String in
      try others.sign(["iss": .string(issuer), "address": "Main St", "sub": "x", "score": 5])
    }
    let there = try jwt(trusted)
    let asked = RecordingTransport { address in
      switch address {
      case trusted + "/.well-known/openid-configuration":
        .json(["issuer": .string(trusted), "jwks_uri": .string(trusted + "/jwks")])
      case trusted + "/jwks": .json(JWKSet(keys: [others.publicJWK]).json)
      default: .status(404)
      }
    }
    let transport = AtOneAddress(address: "https://there.example/c", text: there, others: asked)
    let collected = try await ClaimCollector(
      trusting: [Issuer(trusted)], transport: transport, environment: provider.environment
    ).collect(
      [
        "sub": "alice",
        "_claim_names": ["address": "here", "score": "there", "age": "strange", "port": "inside"],
        "_claim_sources": [
          "here": ["JWT": .string(try jwt(trusted))],
          "there": ["endpoint": "https://there.example/c", "access_token": "t"],
          "strange": ["JWT": .string(try jwt(stranger))],
          "inside": ["endpoint": "https://10.0.0.1/"],
        ],
      ], from: Issuer(provider.issuer))
    #expect(collected.claims == ["sub": "alice", "address": "Main St", "score": 5])
    #expect(collected.failures.keys.sorted() == ["inside", "strange"])
    #expect(collected.failures["inside"]?.code == .addressRefused)
    #expect(asked.addresses.allSatisfy { $0.hasPrefix(trusted) })
  }
}

/// Answers with a JWT at one address, for the right token only, and asks another transport about the rest.
private struct AtOneAddress: HTTPTransport {
  let address: String
  let text: String
  let others: RecordingTransport

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let asked = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
    guard asked == address, request.headerFields[.authorization] == "Bearer t" else {
      return try await others.send(request, body: body, limit: limit)
    }
    return (HTTPResponse(status: .ok), Data(text.utf8))
  }
}
