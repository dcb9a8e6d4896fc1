// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A sign-in with an encrypted JWT response")
struct EncryptedAnswerTests {
  private let provider = FakeProvider()
  private let own = DecryptionKey.fresh(.rsaOAEP256)

  private func attempt() async throws -> SignInAttempt {
    try await provider.attemptWithJWT {
      $0.responseDecryption = TokenDecryption(
        keys: DecryptionKeySet([own]), keyManagement: [.rsaOAEP256], encryption: [.a256GCM])
    }
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

  @Test("continues with the code once the response is decrypted and verified")
  func accepts() async throws {
    let attempt = try await attempt()
    let stored = try await finish(attempt, envelope(provider.signedResponse(to: attempt)))
    #expect(stored.account.subject == "alice")
  }

  // attack: C-14
  @Test("sends nothing to the token endpoint for another encryption, or none")
  func refuses() async throws {
    let attempt = try await attempt()
    let good = try provider.signedResponse(to: attempt)
    let forged = try provider.signedResponse(to: attempt, by: SigningKey.generate(.es256))
    let cases = [
      ("no envelope", good),
      ("for another client", try envelope(good, for: DecryptionKey.generate(.rsaOAEP256))),
      ("another algorithm", try envelope(good, for: nil, .a128GCM)),
      ("an unknown signer", try envelope(forged)),
      ("no signature", try envelope(#"{"code":"c"}"#)),
    ]
    for (name, response) in cases {
      let error = await failure { try await finish(attempt, response) }
      #expect(error == .unreadable(.callbackMalformed, ""), "\(name)")
    }
    #expect(provider.count("/token") == 0)
    // The valid response is still accepted.
    #expect(try await finish(attempt, envelope(good)).account.subject == "alice")
  }
}
