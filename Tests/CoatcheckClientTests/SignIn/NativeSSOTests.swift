// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Apps of one vendor that share a sign-in")
struct NativeSSOTests {
  let provider = FakeProvider()
  private static let secret = Secret("ds-1")

  /// Makes the authorization server return a device secret, and an ID token with its hash.
  private func shareSecrets(hash: String? = AccessTokenHash.value(for: secret, algorithm: .es256)) {
    provider.change { state in
      state.reply = { $0["device_secret"] = "ds-1" }
      state.claims = { claims in
        claims["ds_hash"] = hash.map(JSONValue.string)
        claims["sid"] = "sid-1"
      }
    }
  }

  private func firstApp() async throws -> StoredSession {
    let attempt = try await provider.attempt(scopes: [.openID, .offlineAccess, .deviceSSO])
    return try await provider.finish(attempt)
  }

  private func site(_ client: String = "app") async throws -> SignInContext {
    try await SignInContext(provider.context(ClientIdentity(id: client)))
  }

  @Test("the second app gets tokens of its own for the device secret of the first")
  func whole() async throws {
    shareSecrets()
    let shared = try #require(try await firstApp().nativeSSO)
    let read = try NativeSSO(json: JSONObject(parsing: shared.json.serialized()))
    provider.script("/token") { [provider] _, form throws(OAuthError) in
      guard form["grant_type"] == TokenExchangeGrant.type,
        form["subject_token_type"] == "urn:ietf:params:oauth:token-type:id_token",
        form["subject_token"] == shared.idToken.reveal(),
        form["actor_token_type"] == "urn:openid:params:token-type:device-secret",
        form["actor_token"] == "ds-1", form["audience"] == provider.issuer,
        form["client_id"] == "second"
      else { return FakeProvider.refusal("invalid_grant") }
      let now = Int(provider.clock.trueNow.timeIntervalSince1970)
      let claims: JSONObject = [
        "iss": .string(provider.issuer), "sub": "alice", "aud": "second",
        "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 60)),
      ]
      return FakeProvider.json([
        "access_token": "at-second", "token_type": "Bearer", "expires_in": 60,
        "refresh_token": "rt-second",
        "issued_token_type": "urn:ietf:params:oauth:token-type:access_token",
        "id_token": .string((try? FakeProvider.key.sign(claims)) ?? ""),
      ])
    }
    let session = try await NativeSSOSignIn.nativeSSO(read, scopes: [.openID])
      .session(in: site("second"), storedAs: nil)
    #expect(session.account.subject == "alice")
    #expect(session.account.clientID == "second")
    #expect(session.accessToken.matches(Secret("at-second")))
  }

  @Test(
    "a device secret that does not belong to the ID token signs no user in",
    arguments: ["AAAA", nil])
  func badHash(hash: String?) async throws {
    shareSecrets(hash: hash)
    await expectError(.unreadable(.idTokenInvalid, ""), naming: "ds_hash") { try await firstApp() }
  }

  @Test("a shared device secret is sent to its own issuer only")
  func otherIssuer() async throws {
    let shared = NativeSSO(
      issuer: "https://other.example", idToken: Secret("i.d.t"), deviceSecret: Self.secret)
    let site = try await site()
    await expectError(outcome: .misused) {
      try await NativeSSOSignIn(shared, scopes: [.openID]).session(in: site, storedAs: nil)
    }
    #expect(provider.count("/token") == 0)
  }

  @Test("a session without a device secret shares nothing, and a damaged value is not read")
  func nothing() async throws {
    #expect(try await firstApp().nativeSSO == nil)
    for member in ["issuer", "id_token", "device_secret"] {
      var json = NativeSSO(issuer: "i", idToken: Secret("t"), deviceSecret: Secret("d")).json
      json[member] = nil
      #expect(throws: OAuthError.self) { try NativeSSO(json: json) }
    }
  }
}
