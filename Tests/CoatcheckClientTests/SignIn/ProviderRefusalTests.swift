// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Misbehaving providers")
struct ProviderRefusalTests {
  let provider = FakeProvider()

  static let impostors = [
    "https://evil.example", "https://op.example/", "https://OP.example", "http://op.example",
  ]

  // attack: C-21
  @Test(
    "metadata of another issuer are refused, and no request is sent to their endpoints",
    arguments: impostors)
  func otherIssuer(_ name: String) async throws {
    provider.change { $0.metadata["issuer"] = .string(name) }
    await expectError(outcome: .unreadable, code: .discoveryMismatch) {
      try await provider.flow().signIn(with: provider.user, scopes: [.openID])
    }
    #expect(provider.total == 1)
    #expect(provider.count("/jwks") == 0)
    #expect(provider.count("/token") == 0)
  }

  // attack: C-22
  @Test("the metadata of the root are never requested in place of a tenant's")
  func rootMetadata() async throws {
    let root = AnsweringTransport.json([
      "issuer": "https://h.example", "authorization_endpoint": "https://h.example/authorize",
      "token_endpoint": "https://h.example/token", "jwks_uri": "https://h.example/jwks",
    ])
    let transport = AnsweringTransport { request in
      request.address == "https://h.example/.well-known/openid-configuration"
        ? root : AnsweringTransport.status(.notFound)
    }
    let cache = MetadataCache(transport: transport, environment: HandClock().environment)
    await expectError(status: 404) { try await cache.metadata(of: Issuer("https://h.example/t1")) }
    #expect(
      transport.addresses == [
        "https://h.example/t1/.well-known/openid-configuration",
        "https://h.example/.well-known/oauth-authorization-server/t1",
      ])
  }

  // attack: C-22
  @Test("metadata of the root are refused at a tenant's address")
  func rootMetadataAtTenant() async throws {
    let root = AnsweringTransport.json(["issuer": "https://h.example"])
    let transport = AnsweringTransport { _ in root }
    let cache = MetadataCache(transport: transport, environment: HandClock().environment)
    let error = await failure { try await cache.metadata(of: Issuer("https://h.example/t1")) }
    #expect(error == .unreadable(.discoveryMismatch, ""))
    #expect(!transport.addresses.contains("https://h.example/.well-known/openid-configuration"))
  }

  // attack: C-29
  @Test("a token endpoint in plain HTTP is refused before anything is sent to it")
  func plainEndpoint() async throws {
    provider.change { $0.metadata["token_endpoint"] = "http://192.0.2.1/token" }
    let error = await failure {
      try await provider.flow().signIn(with: provider.user, scopes: [.openID])
    }
    #expect(error?.code == .insecureEndpoint || error?.code == .metadataMalformed)
    #expect(provider.total == 1)
  }

  @Test(
    "no bearer token is sent over plain HTTP by any transport",
    arguments: ["http://192.0.2.1/api", "http://127.0.0.1.example/api", "ftp://op.example/api"])
  func plainRequest(_ address: String) async throws {
    let session = try await provider.session()
    let before = provider.total
    let parts = address.split(separator: "/", maxSplits: 2)
    let request = HTTPRequest(
      method: .get, scheme: String(parts[0].dropLast()),
      authority: String(parts[1].isEmpty ? parts[2] : parts[1]), path: "/api")
    #expect(await failure { try await session.data(for: request) }?.outcome == .misused)
    #expect(provider.total == before)
  }

  // attack: C-47
  @Test("a 401 with a Basic challenge does not change how the client authenticates")
  func otherMethod() async throws {
    provider.script("/token") { _, _ throws(OAuthError) in
      let (head, body) = FakeProvider.refusal("invalid_client", status: 401)
      var challenged = head
      challenged.headerFields[.wwwAuthenticate] = "Basic realm=\"token\""
      return (challenged, body)
    }
    let secret = Secret("web-secret-0123456789-0123456789")
    let flow = try await provider.flow(
      client: ClientIdentity(id: "app", authentication: .post(secret)))
    let error = await failure { try await flow.signIn(with: provider.user, scopes: [.openID]) }
    #expect(error == .refused(.invalidClient, ""))
    #expect(provider.count("/token") == 1)
    #expect(provider.heads("/token").allSatisfy { $0.headerFields[.authorization] == nil })
  }

  @Test("an issuer with PKCE but without S256 is refused before the browser is opened")
  func plainChallenge() async throws {
    provider.change { $0.metadata["code_challenge_methods_supported"] = ["plain"] }
    #expect(await failure { try await provider.attempt() } == .unreadable(.metadataMalformed, ""))
  }
}
