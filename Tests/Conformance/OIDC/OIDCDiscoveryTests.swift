// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OIDCDiscoveryTests {
  // attack: C-21
  @Test("oidcc-client-test-discovery-issuer-mismatch: metadata of another issuer is not used")
  func discoveryIssuerMismatch() async throws {
    let party = try await RelyingParty(.metadataOfAnotherIssuer)
    try await party.expectRefusal(.discoveryMismatch, "issuer", tokenRequests: 0)
    #expect(party.provider.requests.count == 1)
  }

  @Test("oidcc-client-test-discovery-jwks-uri-keys: the keys come from where the metadata says")
  func discoveryJwksUriKeys() async throws {
    let party = try await RelyingParty(.movedKeys)
    try await party.expectSignIn()
    #expect(party.provider.count(.keys) == 0)
    #expect(party.provider.requests.contains { $0.path == "/keys-of-today" })
  }

  @Test("oidcc-client-test-discovery-openid-config: the metadata is fetched and used")
  func discoveryOpenidConfig() async throws {
    let party = try await RelyingParty()
    let client = try await party.client()
    #expect(party.provider.count(.discovery) == 1)
    #expect(client.provider.metadata.issuer.text == party.provider.issuer)
    #expect(client.provider.metadata.tokenEndpoint?.text == party.provider.issuer + "/token")
  }

  @Test("oidcc-client-test-discovery-webfinger-acct: an account's host names the issuer")
  func discoveryWebfingerAcct() async throws {
    let party = try await RelyingParty()
    let found = try await Provider.find(
      by: "acct:joe@127.0.0.1:\(party.provider.port)", transport: party.transport,
      environment: party.provider.environment)
    #expect(found.metadata.issuer.text == party.provider.issuer)
    #expect(party.provider.requests(.webFinger).first?.query.contains("acct%3Ajoe%40") == true)
    try await party.expectSignIn()
  }

  @Test("oidcc-client-test-discovery-webfinger-url: a page's host names the issuer")
  func discoveryWebfingerUrl() async throws {
    let party = try await RelyingParty()
    let found = try await Provider.find(
      by: "\(party.provider.issuer)/joe", transport: party.transport,
      environment: party.provider.environment)
    #expect(found.metadata.issuer.text == party.provider.issuer)
    #expect(party.provider.requests(.webFinger).first?.query.contains("%2Fjoe") == true)
    try await party.expectSignIn()
    let other = try await RelyingParty(.webFingerOfAnotherIssuer)
    let error = await failure {
      try await Provider.find(
        by: other.provider.issuer, transport: other.transport,
        environment: other.provider.environment)
    }
    #expect(error?.code == .discoveryMismatch)
  }

  @Test("oidcc-client-test-dynamic-registration: a client registers, and its person signs in")
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
    "oidcc-client-test-mtls-endpoint-aliases: a client with a certificate asks at the aliases of the endpoints"
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
