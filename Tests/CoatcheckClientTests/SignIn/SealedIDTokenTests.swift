// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("ID tokens that are encrypted, or authenticated with a secret")
struct SealedIDTokenTests {
  private let provider = FakeProvider()
  private static let secret = Secret(String(repeating: "s3cret-", count: 8))

  /// Signs in with a profile; the closure changes each ID token of the provider.
  private func signIn(
    _ profile: SecurityProfile, secret: Secret? = nil,
    _ change: @escaping @Sendable (String) throws -> String
  ) async throws -> StoredSession {
    provider.change {
      $0.reply = { reply in
        let text = reply["id_token"]?.stringValue ?? ""
        reply["id_token"] = (try? change(text)).map(JSONValue.string)
      }
    }
    let flow = CodeFlow(
      try await provider.context(
        ClientIdentity(id: "app", authentication: secret.map { .post($0) } ?? .none)
      ) { $0.profile = profile })
    return try await flow.signIn(with: provider.user, scopes: [.openID, .offlineAccess])
  }

  private func decrypting(_ key: DecryptionKey) -> SecurityProfile {
    var profile = SecurityProfile.standard
    profile.idTokenDecryption = TokenDecryption(
      keys: DecryptionKeySet([key]), keyManagement: [.ecdhESA128KW], encryption: [.a128GCM])
    return profile
  }

  private static func encrypted(
    _ text: String, for key: DecryptionKey, _ encryption: ContentEncryption = .a128GCM
  ) throws -> String {
    try key.encryptionKey().encrypt(signed: text, algorithm: .ecdhESA128KW, encryption: encryption)
  }

  @Test("an encrypted one is decrypted, and then verified like any other")
  func encrypted() async throws {
    let key = try DecryptionKey.generate(.ecdhESA128KW)
    let stored = try await signIn(decrypting(key)) { try Self.encrypted($0, for: key) }
    #expect(stored.account.subject == "alice")
    // A session that is refreshed without the key keeps its ID token.
    let store = MemoryTokenStore()
    try await store.save(stored)
    let session = provider.live(stored, in: store)
    try await session.refresh()
    let after = try #require(try await store.session(stored.account))
    #expect(after.accessToken.reveal() == "at-2")
    #expect(after.idToken?.matches(try #require(stored.idToken)) == true)
  }

  @Test("an encrypted one is required where registered, and refused otherwise")
  func refused() async throws {
    let (key, other) = (
      try DecryptionKey.generate(.ecdhESA128KW), try DecryptionKey.generate(.ecdhESA128KW)
    )
    let unknown = try SigningKey.generate(.es256)
    let cases: [(String, SecurityProfile, @Sendable (String) throws -> String)] = [
      ("not encrypted", decrypting(key), { $0 }),
      ("for another key", decrypting(key), { try Self.encrypted($0, for: other) }),
      ("by another algorithm", decrypting(key), { try Self.encrypted($0, for: key, .a256GCM) }),
      (
        "signed by an unknown key", decrypting(key),
        { _ in
          try Self.encrypted(
            unknown.sign(["iss": "https://op.example", "sub": "mallory"]), for: key)
        }
      ),
      ("encrypted but not registered", .standard, { try Self.encrypted($0, for: key) }),
    ]
    for (name, profile, change) in cases {
      let error = await failure { try await signIn(profile, change) }
      #expect(error == .unreadable(.idTokenInvalid, ""), "\(name)")
    }
  }

  // attack: C-59
  @Test("one with a MAC by the client secret is accepted only if registered with a reason")
  func secrets() async throws {
    let maced: @Sendable (String) throws -> String = { text in
      let claims = try UnverifiedJWT(text).unverifiedClaimsForDisplay()
      return try MACKey(secret: Array(Self.secret.reveal().utf8), algorithm: .hs256).sign(claims)
    }
    var profile = SecurityProfile.standard
    profile.idTokenSecret = .clientSecret(.hs256, because: "the provider has no keys")
    let stored = try await signIn(profile, secret: Self.secret, maced)
    #expect(stored.account.subject == "alice")
    let unasked = await failure { try await signIn(.standard, secret: Self.secret, maced) }
    #expect(unasked == .unreadable(.idTokenInvalid, ""))
    let signed = await failure { try await signIn(profile, secret: Self.secret) { $0 } }
    #expect(signed == .unreadable(.idTokenInvalid, ""))
    profile.idTokenSecret = .clientSecret(.hs512, because: "the provider has no keys")
    #expect(await failure { try await signIn(profile, secret: Self.secret, maced) }?.outcome != nil)
    profile.idTokenSecret = .clientSecret(.hs256, because: "")
    await expectError(naming: "because") { try await signIn(profile, secret: Self.secret, maced) }
  }
}
