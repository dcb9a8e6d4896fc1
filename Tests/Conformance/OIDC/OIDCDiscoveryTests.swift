// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OIDCDiscoveryTests {
  // attack: C-21
  @Test(
    "oidcc-client-test-discovery-issuer-mismatch: the client refuses metadata of another issuer")
  func discoveryIssuerMismatch() async throws {
    let party = try await RelyingParty(.metadataOfAnotherIssuer)
    try await party.expectRefusal(.discoveryMismatch, "issuer", tokenRequests: 0)
    #expect(party.provider.requests.count == 1)
  }

  @Test(
    "oidcc-client-test-discovery-jwks-uri-keys: the client requests the keys at the address in the metadata"
  )
  func discoveryJwksUriKeys() async throws {
    let party = try await RelyingParty(.movedKeys)
    try await party.expectSignIn()
    #expect(party.provider.count(.keys) == 0)
    #expect(party.provider.requests.contains { $0.path == "/keys-of-today" })
  }

  @Test("oidcc-client-test-discovery-openid-config: the client requests and uses the metadata")
  func discoveryOpenidConfig() async throws {
    let party = try await RelyingParty()
    let client = try await party.client()
    #expect(party.provider.count(.discovery) == 1)
    #expect(client.provider.metadata.issuer.text == party.provider.issuer)
    #expect(client.provider.metadata.tokenEndpoint?.text == party.provider.issuer + "/token")
  }

  @Test(
    "WebFinger names the issuer",
    arguments: [
      Case("oidcc-client-test-discovery-webfinger-acct", "acct:joe@HOST"),
      Case("oidcc-client-test-discovery-webfinger-url", "http://HOST/joe"),
    ])
  func discoveryWebfinger(_ row: Case<String>) async throws {
    let party = try await RelyingParty()
    let name = row.value.replacing("HOST", with: "127.0.0.1:\(party.provider.port)")
    let found = try await Self.find(name, at: party)
    #expect(found.metadata.issuer.text == party.provider.issuer)
    let request = try #require(party.provider.requests(.webFinger).first)
    #expect(try Parameters(decoding: request.query)["resource"] == name)
    try await party.expectSignIn()
  }

  @Test("The client refuses an issuer of WebFinger whose metadata has another issuer")
  func discoveryWebfingerMismatch() async throws {
    let party = try await RelyingParty(.webFingerOfAnotherIssuer)
    let error = await failure { try await Self.find(party.provider.issuer, at: party) }
    #expect(error?.code == .discoveryMismatch)
  }

  private static func find(_ name: String, at party: RelyingParty) async throws -> Provider {
    try await Provider.find(
      by: name, transport: party.transport, environment: party.provider.environment)
  }

  @Test("oidcc-client-test-dynamic-registration: a client registers, and its user signs in")
  func dynamicRegistration() async throws {
    let party = try await RelyingParty()
    let registered = try await party.register()
    #expect(registered.metadata.redirectURIs == ["http://127.0.0.1:49152/callback"])
    let session = try await party.client(registered).signIn(scopes: [.openID])
    #expect(session.account.clientID == registered.id)
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(party.provider.count(.registration) == 1)
  }

  @Test(
    "oidcc-client-test-mtls-endpoint-aliases: a client with a certificate uses the aliases of the endpoints"
  )
  func mtlsEndpointAliases() async throws {
    let party = try await RelyingParty(
      client: HostileClient(authenticationMethod: "tls_client_auth"))
    let session = try await party.signIn([.openID, .email])
    try await session.refresh()
    _ = try await session.userInfo()
    let places = party.provider.requestsElsewhere.map(\.path)
    #expect(places == ["/token", "/token", "/userinfo"])
    #expect(party.provider.count(.token) == 2)
    #expect(party.provider.count(.userInfo) == 1)
  }
}
