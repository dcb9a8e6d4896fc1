// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Answers about tokens that are signed, or signed and encrypted")
struct SealedIntrospectionTests {
  private let provider = FakeProvider()
  private let own: DecryptionKey

  init() throws {
    own = try DecryptionKey.generate(.ecdhESA128KW)
    let endpoint = provider.issuer + "/introspect"
    provider.change { $0.metadata["introspection_endpoint"] = .string(endpoint) }
  }

  private var encrypted: ResponseProtection {
    .encrypted(
      [.es256],
      TokenDecryption(
        keys: DecryptionKeySet([own]), keyManagement: [.ecdhESA128KW], encryption: [.a128GCM]))
  }

  /// Who a token speaks for.
  private func subject(_ form: ResponseProtection) async throws -> String? {
    let server = CoatcheckClient.ResourceServer(
      ProtectedResource(identifier: try Endpoint("https://api.example")),
      taking: [
        .introspection(
          at: try Issuer(provider.issuer),
          as: ClientIdentity(id: "api", authentication: .basic(Secret("hush"))), answers: form)
      ], transport: provider, environment: provider.environment)
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "api.example", path: "/photos",
      headerFields: [.authorization: "Bearer opaque"])
    return try await server.token(of: request, at: "https://api.example/photos").subject
  }

  private func signed(
    by key: SigningKey = FakeProvider.key, type: String = Introspection.signedType,
    change: (inout JSONObject) -> Void = { _ in }
  ) throws -> String {
    var claims = Introspection.active(["sub": "alice", "scope": "read"]).signedClaims(
      issuer: try Issuer(provider.issuer), audience: "api", at: provider.clock.now)
    change(&claims)
    return try key.sign(claims, type: type)
  }

  private func envelope(_ content: String, for key: DecryptionKey? = nil) throws -> String {
    try (key ?? own).encryptionKey().encrypt(
      Array(content.utf8), algorithm: .ecdhESA128KW, encryption: .a128GCM, contentType: "JWT")
  }

  private func answer(_ jwt: String, type: String = "application/token-introspection+jwt") {
    provider.script("/introspect") { _, _ throws(OAuthError) in
      (HTTPResponse(status: .ok, headerFields: [.contentType: type]), Data(jwt.utf8))
    }
  }

  @Test("are believed once they are opened, verified and for whoever asked")
  func good() async throws {
    answer(try signed())
    #expect(try await subject(.signed([.es256])) == "alice")
    answer(try envelope(signed()))
    #expect(try await subject(encrypted) == "alice")
    let head = try #require(provider.heads("/introspect").last)
    #expect(head.headerFields[.accept] == "application/token-introspection+jwt")
  }

  @Test(
    "let nobody in when they are another's, for another, or in another form",
    arguments: [
      "json", "signed alone", "encrypted alone", "for another key", "by a stranger",
      "for another API", "of another issuer", "an access token", "about a dead token",
    ])
  func refused(kind: String) async throws {
    switch kind {
    case "json": answer(#"{"active":true,"sub":"alice"}"#, type: "application/json")
    case "signed alone": answer(try signed())
    case "encrypted alone": answer(try envelope(#"{"token_introspection":{"active":true}}"#))
    case "for another key":
      answer(try envelope(signed(), for: DecryptionKey.generate(.ecdhESA128KW)))
    case "by a stranger": answer(try envelope(signed(by: SigningKey.generate(.es256))))
    case "for another API": answer(try envelope(signed { $0["aud"] = "other" }))
    case "of another issuer": answer(try envelope(signed { $0["iss"] = "https://evil.example" }))
    case "an access token": answer(try envelope(signed(type: "at+jwt")))
    default: answer(try envelope(signed { $0["token_introspection"] = ["active": false] }))
    }
    let error = await failure { try await subject(encrypted) }
    #expect(error?.outcome == (kind == "about a dead token" ? .refused : .unreadable))
  }
}
