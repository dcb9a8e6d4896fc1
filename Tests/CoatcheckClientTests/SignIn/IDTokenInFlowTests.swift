// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The ID token of a sign-in")
struct IDTokenInFlowTests {
  let provider = FakeProvider()

  typealias Change = @Sendable (inout FakeProvider.State) -> Void

  @Test("is verified before there is a session, whose subject comes from it")
  func verified() async throws {
    let stored = try await provider.flow().signIn(with: provider.user, scopes: [.openID, .email])
    #expect(stored.account == AccountID(issuer: provider.issuer, clientID: "app", subject: "alice"))
    #expect(stored.name == "alice")
    #expect(stored.generation == 1)
    #expect(stored.accessToken.reveal() == "at-1")
    #expect(stored.refreshToken?.reveal() == "rt-1")
    #expect(stored.scopes == [.openID, .email])
    #expect(provider.count("/jwks") == 1)
  }

  @Test("may be issued by a clock that is ahead, independent of the refresh leeway")
  func clockAhead() async throws {
    let soon = Int(provider.environment.now().timeIntervalSince1970) + 20
    provider.change { $0.claims = { $0["iat"] = .number(JSONNumber(soon)) } }
    var context = try await provider.flow().context
    context.runtime.leeway = 0
    let stored = try await CodeFlow(context).signIn(with: provider.user, scopes: [.openID])
    #expect(stored.account.subject == "alice")
  }

  @Test("is requested with a PKCE challenge of the method S256")
  func challenge() async throws {
    let attempt = try await FakeProvider().attempt()
    #expect(attempt.url.absoluteString.contains("code_challenge_method=S256"))
    #expect(attempt.url.absoluteString.contains("code_challenge="))
  }

  static let nonces: [Case<Change>] = [
    Case("without nonce") { $0.claims = { $0["nonce"] = nil } },
    Case("with another nonce") { $0.claims = { $0["nonce"] = "other" } },
  ]

  // attack: C-18
  @Test("is refused without the nonce of this sign-in", arguments: nonces)
  func nonce(_ row: Case<Change>) async throws {
    provider.change(row.value)
    let attempt = try await provider.attempt()
    let error = await failure { try await provider.finish(attempt) }
    #expect(error?.outcome == .unreadable)
    #expect(error?.code == .nonceMismatch || error?.code == .idTokenInvalid)
  }

  // attack: C-18
  @Test("is refused with the nonce of the previous sign-in")
  func earlierNonce() async throws {
    let first = try await provider.attempt()
    let nonce = try #require(first.transaction.nonce?.reveal())
    _ = try await provider.finish(first)
    provider.change { $0.claims = { $0["nonce"] = .string(nonce) } }
    let second = try await provider.attempt()
    await expectError(.unreadable(.nonceMismatch, "")) { try await provider.finish(second) }
  }

  static let unusable: [Case<Change>] = [
    Case("of another issuer") { $0.claims = { $0["iss"] = "https://other.example" } },
    Case("for another client") { $0.claims = { $0["aud"] = "other" } },
    Case("that has expired") { $0.claims = { $0["exp"] = 1_699_999_000 } },
    Case("for another access token") { $0.claims = { $0["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA" } },
    Case("that is missing") { $0.reply = { $0["id_token"] = nil } },
    Case("that is no token") { $0.reply = { $0["id_token"] = "x.y.z" } },
    Case("without a signature") { state in
      state.reply = { reply in
        let parts = (reply["id_token"]?.stringValue ?? "").split(separator: ".")
        reply["id_token"] = .string(parts.dropLast().joined(separator: ".") + ".")
      }
    },
  ]

  @Test("that is invalid is refused, and no user is signed in", arguments: unusable)
  func refused(_ row: Case<Change>) async throws {
    provider.change(row.value)
    let attempt = try await provider.attempt()
    await expectError(outcome: .unreadable) { try await provider.finish(attempt) }
  }

  // attack: C-59
  @Test(
    "is refused when its algorithm is not the registered one, though the signature is right",
    arguments: [SignatureAlgorithm.rs256, .edDSA])
  func algorithm(_ other: SignatureAlgorithm) async throws {
    let signer = try SigningKey.generate(other)
    provider.change { state in
      state.signers = [signer]
      state.published.append(signer.publicJWK)
      state.metadata["id_token_signing_alg_values_supported"] = ["ES256", "RS256", "EdDSA"]
    }
    let flow = CodeFlow(try await provider.context { $0.idTokenAlgorithms = [.es256] })
    let attempt = try flow.begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    await expectError(.unreadable(.idTokenInvalid, "")) { try await provider.finish(attempt) }
    // The same token is valid if the client accepts the algorithm.
    let open = CodeFlow(try await provider.context())
    let second = try open.begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    _ = try await provider.finish(second)
  }

  // attack: C-59
  @Test("is refused when it is MACed with the client secret")
  func symmetric() async throws {
    let secret = "web-secret-0123456789-0123456789"
    provider.change { state in
      state.reply = { reply in
        let text = reply["id_token"]?.stringValue ?? ""
        let claims = text.split(separator: ".")[1]
        reply["id_token"] = .string(MACedToken.make(claims: claims, secret: secret))
      }
    }
    let attempt = try await provider.flow(
      client: ClientIdentity(id: "app", authentication: .basic(Secret(secret)))
    ).begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    await expectError(.unreadable(.idTokenInvalid, "")) { try await provider.finish(attempt) }
  }
}
