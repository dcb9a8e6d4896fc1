// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A sign-in that is answered by a signed JWT in an envelope")
struct EncryptedAnswerTests {
  private let provider = FakeProvider()
  private let own: DecryptionKey

  init() throws {
    own = try DecryptionKey.generate(.rsaOAEP256)
  }

  private func attempt() async throws -> SignInAttempt {
    var profile = SecurityProfile.standard
    profile.responseAlgorithms = [.es256]
    profile.responseDecryption = TokenDecryption(
      keys: DecryptionKeySet([own]), keyManagement: [.rsaOAEP256], encryption: [.a256GCM])
    let flow = CodeFlow(
      ClientContext(
        provider: Provider(metadata: try await provider.metadata()),
        client: ClientIdentity(id: "app"),
        runtime: ClientRuntime(transport: provider, environment: provider.environment) {
          $0.profile = profile
        }))
    var options = AuthorizationOptions()
    options.responseMode = .jwt
    return try await flow.attempt(
      redirectURI: FakeProvider.redirectURI, scopes: [.openID], options: options)
  }

  /// The signed answer to an attempt.
  private func signed(
    for attempt: SignInAttempt, by key: SigningKey = FakeProvider.key
  ) throws -> String {
    let query = try Parameters(
      decoding: provider.callback(for: attempt.url).split(separator: "?")[1])
    return try key.sign(
      [
        "iss": .string(provider.issuer), "aud": "app", "exp": 1_700_000_300,
        "code": .string(query["code"] ?? ""), "state": .string(query["state"] ?? ""),
      ], type: "JWT")
  }

  private func envelope(
    _ content: String, for key: DecryptionKey? = nil, _ encryption: ContentEncryption = .a256GCM
  ) throws -> String {
    try (key ?? own).encryptionKey().encrypt(
      Array(content.utf8), algorithm: .rsaOAEP256, encryption: encryption, contentType: "JWT")
  }

  private func finish(_ attempt: SignInAttempt, _ response: String) async throws -> StoredSession {
    try await attempt.finish(FakeProvider.redirectURI + "?response=" + response)
  }

  @Test("goes on with the code once it is opened and the signature is verified")
  func accepts() async throws {
    let attempt = try await attempt()
    let stored = try await finish(attempt, envelope(signed(for: attempt)))
    #expect(stored.account.subject == "alice")
  }

  // attack: C-14
  @Test("sends nothing to the token endpoint for another envelope, or none")
  func refuses() async throws {
    let attempt = try await attempt()
    let good = try signed(for: attempt)
    let stranger = try signed(for: attempt, by: SigningKey.generate(.es256))
    let cases = [
      ("no envelope", good),
      ("for another client", try envelope(good, for: DecryptionKey.generate(.rsaOAEP256))),
      ("another algorithm", try envelope(good, for: nil, .a128GCM)),
      ("a stranger's signature", try envelope(stranger)),
      ("no signature", try envelope(#"{"code":"c"}"#)),
    ]
    for (name, response) in cases {
      let error = await failure { try await finish(attempt, response) }
      #expect(error == .unreadable(.callbackMalformed, ""), "\(name)")
    }
    #expect(provider.count("/token") == 0)
    // The right one may still come.
    #expect(try await finish(attempt, envelope(good)).account.subject == "alice")
  }
}
