// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A sign-in with tokens in the authorization response")
struct HybridSignInTests {
  typealias ResponseType = HybridTransaction.ResponseType
  private let provider = FakeProvider()

  /// A user who approves; the response is in the fragment.
  struct Agent: UserAgent {
    let provider: FakeProvider
    let change: @Sendable (inout JSONObject) -> Void

    func redirectURI() async -> String { "com.example.app:/cb" }

    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      let url = page.url
      do {
        let query = try Parameters(decoding: url.absoluteString.split(separator: "?")[1])
        let code = provider.code(nonce: query["nonce"], challenge: query["code_challenge"])
        var claims: JSONObject = [
          "iss": .string(provider.issuer), "sub": "alice", "aud": "app", "iat": 1_700_000_000,
          "exp": 1_700_000_600, "nonce": .string(query["nonce"] ?? ""),
          "c_hash": .string(IDTokenHash.value(of: Secret(code), hash: .sha256)),
          "at_hash": .string(IDTokenHash.value(of: Secret("front"), hash: .sha256)),
        ]
        change(&claims)
        let answer: Parameters = [
          "code": code, "id_token": try FakeProvider.key.sign(claims), "access_token": "front",
          "token_type": "Bearer", "state": query["state"] ?? "",
        ]
        return "com.example.app:/cb#" + answer.encoded
      } catch {
        throw .misused("url", "The address cannot be read.")
      }
    }
  }

  private func site() async throws -> SignInContext {
    var metadata = try await provider.metadata()
    metadata.responseTypesSupported = ResponseType.allCases.map(\.rawValue)
    let context = try await provider.context()
    return try SignInContext(
      ClientContext(
        provider: Provider(metadata: metadata), client: context.client, runtime: context.runtime))
  }

  private func signIn(
    _ type: ResponseType, _ change: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
  ) async throws -> StoredSession {
    let agent = Agent(provider: provider, change: change)
    return try await HybridSignIn(type, userAgent: agent, scopes: [.openID], because: "a test")
      .session(in: site(), storedAs: nil)
  }

  @Test("a code is redeemed once the ID token beside it is verified")
  func codes() async throws {
    for type in ResponseType.allCases where type.hasCode {
      let count = provider.count("/token")
      let stored = try await signIn(type)
      #expect(stored.account.subject == "alice")
      #expect(stored.accessToken.reveal().hasPrefix("at-"))
      #expect(provider.count("/token") == count + 1)
    }
  }

  @Test("without a code the access token of the browser is used, which the ID token covers")
  func tokens() async throws {
    let stored = try await signIn(.idTokenToken)
    #expect(stored.accessToken.reveal() == "front")
    #expect(stored.account.subject == "alice")
    #expect(provider.count("/token") == 0)
  }

  @Test("an ID token alone identifies the user, and makes no session")
  func identity() async throws {
    let agent = Agent(provider: provider) { _ in }
    let way = HybridSignIn(.idToken, userAgent: agent, scopes: [.openID], because: "a test")
    let site = try await site()
    #expect(try await way.identity(in: site).subject == "alice")
    await expectError(naming: "responseType") { try await way.session(in: site, storedAs: nil) }
  }

  typealias Change = @Sendable (inout JSONObject) -> Void

  static let changes: [Case<Change>] = [
    Case("without c_hash") { $0["c_hash"] = nil },
    Case("with another c_hash") { $0["c_hash"] = "x" },
    Case("without nonce") { $0["nonce"] = nil }, Case("with another nonce") { $0["nonce"] = "x" },
    Case("of another issuer") { $0["iss"] = "https://x.example" },
    Case("for another client") { $0["aud"] = "x" },
    Case("that has expired") { $0["exp"] = 1_699_999_000 },
  ]

  // attack: C-18
  @Test("no code is redeemed beside an ID token", arguments: changes)
  func refused(_ row: Case<Change>) async throws {
    #expect(await failure { try await signIn(.codeIDToken, row.value) }?.outcome == .unreadable)
    #expect(provider.count("/token") == 0)
  }

  @Test("both ID tokens are about the same user")
  func subjects() async throws {
    let error = await failure { try await signIn(.codeIDToken) { $0["sub"] = "mallory" } }
    #expect(error == .unreadable(.subjectMismatch, ""))
  }
}
