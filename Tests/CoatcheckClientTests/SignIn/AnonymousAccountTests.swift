// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A user whom the provider does not identify")
struct AnonymousAccountTests {
  private let provider = FakeProvider()
  private let store = MemoryTokenStore()

  private func client() async throws -> Client {
    provider.change { $0.reply = { $0["id_token"] = nil } }
    return try await provider.client(in: store) {
      $0.userAgent = provider.user
      $0.environment = provider.environment
    }
  }

  @Test("gets an account of its own at each sign-in")
  func apart() async throws {
    let client = try await client()
    let code = CodeSignIn(userAgent: provider.user)
    let context = try client.signInContext(SignInRequest(scopes: [.email]))
    let first = try await client.keep(code.session(in: context, storedAs: nil))
    let second = try await client.keep(code.session(in: context, storedAs: nil))
    #expect(first.account != second.account)
    #expect(try await client.sessions().count == 2)
    #expect(
      try await store.session(first.account)?.accessToken.reveal()
        != second.stored?.accessToken.reveal())
  }

  @Test("has the name of the session as subject")
  func named() async throws {
    let session = try await client().signIn(scopes: [.email], storedAs: "main")
    #expect(session.account.subject == "main")
  }

  @Test("keeps the account when the client requests more scopes")
  func more() async throws {
    let client = try await client()
    let first = try await client.signIn(scopes: [.email])
    let second = try await client.signIn(scopes: [.email, .profile])
    #expect(first.account == second.account)
    #expect(try await client.sessions().map(\.account) == [second.account])
  }
}
