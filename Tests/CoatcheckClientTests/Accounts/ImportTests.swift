// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Tokens that were obtained elsewhere")
struct ImportTests {
  let provider = FakeProvider()
  let store = MemoryTokenStore()

  private func client() async throws -> Client {
    try await provider.client(in: store) {
      $0.userAgent = provider.user
      $0.environment = provider.environment
    }
  }

  private func grant(expiry: Expiry = .unknown, refreshToken: String? = nil) -> TokenGrant {
    TokenGrant(
      accessToken: Secret("elsewhere"), expiry: expiry, refreshToken: refreshToken.map(Secret.init),
      idToken: Secret("not.believed.here"), receivedAt: provider.clock.now)
  }

  @Test("become a session of the user that the UserInfo response identifies")
  func proved() async throws {
    let session = try await client().adopt(grant(), storedAs: "old app")
    #expect(session.account.subject == "alice")
    #expect(session.stored?.name == "old app")
    #expect(session.stored?.idToken == nil)
    #expect(try await store.sessions().map(\.name) == ["old app"])
    let asked = try #require(provider.heads("/userinfo").first)
    #expect(asked.headerFields[.authorization] == "Bearer elsewhere")
  }

  @Test("are refused if the subject differs, or if the UserInfo endpoint rejects them")
  func refused() async throws {
    let client = try await client()
    #expect(
      await failure { _ = try await client.adopt(grant(), subject: "bob") }?.code
        == .subjectMismatch)
    provider.script("/userinfo") { _, _ throws(OAuthError) in FakeProvider.rejection }
    #expect(await failure { _ = try await client.adopt(grant()) }?.code == .invalidToken)
    #expect(try await store.sessions().isEmpty)
  }

  @Test("are accepted without a check if the caller opts out of it and passes a subject")
  func unchecked() async throws {
    let client = try await client()
    let before = provider.total
    #expect(
      await failure { _ = try await client.adopt(grant(), check: .trustingCaller) }?.parameter
        == "subject")
    let session = try await client.adopt(grant(), subject: "bob", check: .trustingCaller)
    #expect(session.account.subject == "bob")
    #expect(provider.total == before)
  }

  @Test("with an unknown expiry are used until they are rejected, and then replaced")
  func unknownEnd() async throws {
    let session = try await client().adopt(grant(refreshToken: "rt-elsewhere"))
    provider.clock.advance(1e8)
    #expect(try await session.accessToken().reveal() == "elsewhere")
    provider.change { $0.refreshToken = "rt-elsewhere" }
    let (response, _) = try await session.data(for: provider.api)
    #expect(response.status == .ok)
    #expect(session.stored?.refreshToken?.reveal() == "rt-1")
  }

  @Test("with a known expiry and a refresh token are refreshed like any others")
  func knownEnd() async throws {
    let end = provider.clock.now.addingTimeInterval(100)
    let session = try await client().adopt(grant(expiry: .at(end), refreshToken: "rt-elsewhere"))
    provider.change { $0.refreshToken = "rt-elsewhere" }
    #expect(session.remaining == .seconds(100))
    provider.clock.advance(71)
    #expect(try await session.accessToken().reveal() == "at-1")
  }
}
