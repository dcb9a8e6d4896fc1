// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Introspection responses that are signed, or signed and encrypted")
struct SealedIntrospectionTests {
  private let provider = FakeProvider()
  private let own = DecryptionKey.fresh(.ecdhESA128KW)

  private var encrypted: ResponseProtection {
    .encrypted(
      [.es256],
      TokenDecryption(
        keys: DecryptionKeySet([own]), keyManagement: [.ecdhESA128KW], encryption: [.a128GCM]))
  }

  /// The subject of an opaque token, by introspection with the given protection.
  private func subject(_ form: ResponseProtection) async throws -> String? {
    let server = try provider.introspectingServer(answers: form)
    let request = HTTPRequest(
      to: "https://api.example/photos", fields: [.authorization: "Bearer opaque"])
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

  @Test("are accepted once they are decrypted, verified and for this resource server")
  func good() async throws {
    answer(try signed())
    #expect(try await subject(.signed([.es256])) == "alice")
    answer(try envelope(signed()))
    #expect(try await subject(encrypted) == "alice")
    let head = try #require(provider.heads("/introspect").last)
    #expect(head.headerFields[.accept] == "application/token-introspection+jwt")
  }

  @Test(
    "are refused when they are of another issuer, for another audience, or in another form",
    arguments: [
      "json", "signed alone", "encrypted alone", "for another key", "by an unknown signer",
      "for another API", "of another issuer", "an access token", "about a dead token",
    ])
  func refused(kind: String) async throws {
    switch kind {
    case "json": answer(#"{"active":true,"sub":"alice"}"#, type: "application/json")
    case "signed alone": answer(try signed())
    case "encrypted alone": answer(try envelope(#"{"token_introspection":{"active":true}}"#))
    case "for another key":
      answer(try envelope(signed(), for: DecryptionKey.generate(.ecdhESA128KW)))
    case "by an unknown signer": answer(try envelope(signed(by: SigningKey.generate(.es256))))
    case "for another API": answer(try envelope(signed { $0["aud"] = "other" }))
    case "of another issuer": answer(try envelope(signed { $0["iss"] = "https://evil.example" }))
    case "an access token": answer(try envelope(signed(type: "at+jwt")))
    default: answer(try envelope(signed { $0["token_introspection"] = ["active": false] }))
    }
    let error = await failure { try await subject(encrypted) }
    #expect(error?.outcome == (kind == "about a dead token" ? .refused : .unreadable))
  }
}
