// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Encrypted request objects")
struct EncryptedRequestTests {
  private let provider = FakeProvider()
  private let own: DecryptionKey
  private let key: SigningKey

  init() throws {
    own = try DecryptionKey.generate(.ecdhESA256KW)
    key = try SigningKey.generate(.es256)
    let published = try #require(own.publicJWK)
    provider.change { $0.published.append(published) }
  }

  private func attempt(
    _ encryption: RequestEncryption, pushing: PARPolicy = .whenRequired
  ) async throws -> SignInAttempt {
    try await flow(encryption, pushing).attempt(
      redirectURI: FakeProvider.redirectURI, scopes: [.openID])
  }

  private func flow(
    _ encryption: RequestEncryption, _ pushing: PARPolicy = .whenRequired
  ) async throws -> CodeFlow {
    var profile = SecurityProfile.standard
    profile.pushing = pushing
    profile.requestSigning = RequestObject(signedBy: key, encryption: encryption)
    return CodeFlow(try await provider.context { $0.profile = profile })
  }

  /// The parameters of a request object, decrypted with the key of the authorization server.
  private func opened(_ parameters: Parameters) throws -> Parameters {
    let received = try #require(try RequestObject.Received(in: parameters))
    return try received.parameters(
      by: RequestObjectRules(
        issuer: Issuer(provider.issuer), algorithms: [.es256], now: provider.clock.now),
      keys: VerificationKeySet(JWKSet(keys: [key.publicJWK])),
      openedBy: TokenDecryption(
        keys: DecryptionKeySet([own]), keyManagement: [.ecdhESA256KW], encryption: [.a256GCM]))
  }

  @Test("are encrypted with the server's published key, in the URL and in a pushed request")
  func published() async throws {
    let encryption = RequestEncryption(.ecdhESA256KW, .a256GCM)
    let byValue = try await attempt(encryption)
    let query = try Parameters(decoding: byValue.url.absoluteString.split(separator: "?")[1])
    #expect(query.names.sorted() == ["client_id", "request"])
    #expect(query["request"]?.split(separator: ".").count == 5)
    #expect(try opened(query)["state"] == byValue.transaction.state.reveal())
    let pushed = try await attempt(encryption, pushing: .always)
    let form = try #require(provider.forms("/par").first)
    #expect(form.names.sorted() == ["client_id", "request"])
    #expect(try opened(form)["state"] == pushed.transaction.state.reveal())
  }

  @Test("with a configured key do not need a request for the server's keys")
  func given() async throws {
    let encryption = RequestEncryption(.ecdhESA256KW, .a256GCM, key: try own.encryptionKey())
    let attempt = try await flow(encryption).begin(
      redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    let query = try Parameters(decoding: attempt.url.absoluteString.split(separator: "?")[1])
    #expect(try opened(query)["scope"] == "openid")
    #expect(provider.count("/jwks") == 0)
    let flow = try await flow(RequestEncryption(.ecdhESA256KW, .a256GCM))
    await expectError(naming: "profile") {
      try flow.begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    }
  }

  @Test("that the server could not decrypt are never sent")
  func refused() async throws {
    let strange = await failure { try await attempt(RequestEncryption(.rsaOAEP256, .a256GCM)) }
    #expect(strange?.parameter == "jwks_uri")
    provider.change { $0.metadata["request_object_encryption_enc_values_supported"] = ["A128GCM"] }
    await expectError(naming: "request_object_encryption_enc_values_supported") {
      try await attempt(RequestEncryption(.ecdhESA256KW, .a256GCM), pushing: .always)
    }
    #expect(provider.count("/par") == 0)
  }
}
