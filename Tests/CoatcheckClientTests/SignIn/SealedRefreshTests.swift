// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("ID tokens of a refresh that are encrypted, or authenticated with a secret")
struct SealedRefreshTests {
  private let provider = FakeProvider()
  private let own = DecryptionKey.fresh(.ecdhESA128KW)
  private static let secret = Secret(String(repeating: "s3cret-", count: 8))

  private var encrypting: SecurityProfile {
    var profile = SecurityProfile.standard
    profile.idTokenDecryption = TokenDecryption(
      keys: DecryptionKeySet([own]), keyManagement: [.ecdhESA128KW], encryption: [.a128GCM])
    return profile
  }

  private var macing: SecurityProfile {
    var profile = SecurityProfile.standard
    profile.idTokenSecret = .clientSecret(.hs256, because: "the provider has no keys")
    return profile
  }

  private func envelope(_ text: String) throws -> String {
    try own.encryptionKey().encrypt(signed: text, algorithm: .ecdhESA128KW, encryption: .a128GCM)
  }

  private static func maced(_ text: String) throws -> String {
    try MACKey(secret: Array(secret.reveal().utf8), algorithm: .hs256)
      .sign(UnverifiedJWT(text).unverifiedClaimsForDisplay())
  }

  /// Changes the ID tokens that the provider returns from now on.
  private func seal(_ change: @escaping @Sendable (String) throws -> String) {
    provider.change {
      $0.reply = { reply in
        let text = reply["id_token"]?.stringValue ?? ""
        reply["id_token"] = (try? change(text)).map(JSONValue.string)
      }
    }
  }

  /// A session of a user who has signed in, and its store.
  private func signedIn(
    _ profile: SecurityProfile
  ) async throws -> (session: Session, store: MemoryTokenStore, first: Secret) {
    let client = ClientIdentity(
      id: "app", authentication: profile.idTokenSecret == .refused ? .none : .post(Self.secret))
    let flow = CodeFlow(try await provider.context(client) { $0.profile = profile })
    let stored = try await flow.signIn(with: provider.user, scopes: [.openID, .offlineAccess])
    let store = MemoryTokenStore()
    try await store.save(stored)
    let session = provider.live(stored, in: store) { $0.profile = profile }
    return (session, store, try #require(stored.idToken))
  }

  @Test("the new one replaces the old one once it is decrypted and valid")
  func accepted() async throws {
    let cases: [(SecurityProfile, @Sendable (String) throws -> String)] = [
      (encrypting, { try envelope($0) }), (macing, { try Self.maced($0) }),
    ]
    for (profile, change) in cases {
      seal(change)
      let (session, store, first) = try await signedIn(profile)
      provider.change { $0.claims = { $0["name"] = "Alice the second" } }
      try await session.refresh()
      let after = try #require(try await store.session(session.account))
      #expect(after.generation == 2)
      #expect(after.idToken?.matches(first) == false)
      provider.change { $0.claims = { _ in } }
    }
  }

  // attack: C-39
  @Test(
    "one about another user, or with another encryption, is refused, and the tokens stay unchanged",
    arguments: ["sub", "iss", "aud", "not sealed", "by an unknown signer"])
  func refused(kind: String) async throws {
    for isEncrypted in [true, false] {
      let profile = isEncrypted ? encrypting : macing
      if isEncrypted { seal { try envelope($0) } } else { seal { try Self.maced($0) } }
      let (session, store, _) = try await signedIn(profile)
      let before = try #require(try await store.session(session.account))
      switch kind {
      case "not sealed": seal { $0 }
      case "by an unknown signer":
        let unknown = try SigningKey.generate(.es256)
        seal { text in
          let forged = try unknown.sign(UnverifiedJWT(text).unverifiedClaimsForDisplay())
          return try isEncrypted ? envelope(forged) : forged
        }
      default: provider.change { $0.claims = { $0[kind] = "https://somebody.else.example" } }
      }
      let error = await failure { try await session.refresh() }
      #expect(error?.outcome == .unreadable, "\(isEncrypted)")
      let after = try #require(try await store.session(session.account))
      #expect(after.accessToken.matches(before.accessToken), "\(isEncrypted)")
      provider.change { $0.claims = { _ in } }
    }
  }
}
