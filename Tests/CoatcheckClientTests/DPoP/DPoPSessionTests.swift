// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Sessions whose tokens are bound to a key, over HTTP")
struct DPoPSessionTests {
  let server: BoundServer

  init() throws { server = try BoundServer() }

  @Test("sign-in, requests and refreshes send proofs of the same key")
  func whole() async throws {
    let session = try await server.session()
    let stored = try #require(session.stored)
    let thumbprint = try #require(stored.dpopKey?.publicJWK.thumbprint)
    #expect(stored.tokenType == "DPoP")
    let (response, body) = try await session.data(for: server.request)
    #expect(response.status == .ok)
    #expect(String(decoding: body, as: UTF8.self).contains("true"))
    try await session.refresh()
    #expect(session.stored?.accessToken.matches(Secret("at-2")) == true)
    #expect(try await session.data(for: server.request).0.status == .ok)
    let hits = server.hits("issuer") + server.hits("service")
    #expect(hits.count == 4)
    #expect(hits.allSatisfy { $0.thumbprint == thumbprint })
    #expect(server.hits("service").allSatisfy { $0.scheme == "DPoP" })
  }

  @Test("the key is stored with the session, so that another program can use it")
  func restart() async throws {
    let store = MemoryTokenStore()
    let session = try await server.session(in: store)
    let account = session.account
    let read = try #require(try await store.session(account))
    let again = try StoredSession(json: JSONObject(parsing: read.json.serialized()))
    #expect(again.dpopKey?.publicJWK.thumbprint == session.stored?.dpopKey?.publicJWK.thumbprint)
    let other = Session(again, store: store, transport: server.transport)
    try await other.refresh()
    #expect(try await other.data(for: server.request).0.status == .ok)
    // The first session adopts the tokens that the other one stored.
    try await session.refresh()
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect(Set(server.hits("issuer").map(\.thumbprint)).count == 1)
  }

  @Test("each sign-in has a key of its own")
  func keys() async throws {
    let keys = try await [server.signedIn(), server.signedIn()].map(\.dpopKey?.publicJWK.thumbprint)
    #expect(Set(keys).count == 2)
    #expect(!keys.contains(nil))
  }

  // attack: C-77
  @Test("a server that requires a nonce gets it in one more request, and then in each request")
  func nonces() async throws {
    server.change { $0.issuerNonces = .newest }
    server.change { $0.serviceNonces = .newest }
    let session = try await server.session()
    #expect(server.hits("issuer").map(\.nonce) == [nil, "issuer-1"])
    for _ in 0..<3 { #expect(try await session.data(for: server.request).0.status == .ok) }
    #expect(server.hits("service").map(\.nonce) == [nil, "service-1", "service-2", "service-3"])
    try await session.refresh()
    try await session.refresh()
    // The session starts without the nonces of the sign-in.
    #expect(server.hits("issuer").map(\.nonce).suffix(3) == [nil, "issuer-3", "issuer-4"])
  }

  // attack: C-77
  @Test("a server that never accepts the nonce gets two requests")
  func endless() async throws {
    let session = try await server.session()
    server.change { $0.serviceNonces = .endless }
    server.change { $0.issuerNonces = .endless }
    #expect(try await session.data(for: server.request).0.status == .unauthorized)
    #expect(server.hits("service").count == 2)
    let before = server.hits("issuer").count
    #expect(await failure { try await session.refresh() } == .refused(.useDPoPNonce, ""))
    #expect(server.hits("issuer").count == before + 2)
    // The refresh token was not used, so the session continues once the proof is accepted.
    server.change { $0.issuerNonces = .none }
    try await session.refresh()
  }

  static let brokenNonces = [
    "a b", "a\"b", "a\\b", "\u{e9}", String(repeating: "n", count: 1025),
    String(repeating: "n", count: 6 << 10),
  ]

  // attack: C-78
  @Test(
    "a nonce that cannot be sent is ignored, and nothing is sent again", arguments: brokenNonces)
  func broken(value: String) async throws {
    let session = try await server.session()
    server.change { $0.serviceNonces = .broken(value) }
    #expect(try await session.data(for: server.request).0.status == .unauthorized)
    server.change { $0.serviceNonces = .none }
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect(server.hits("service").map(\.nonce) == [nil, nil])
  }

  // attack: C-78
  @Test("the issuer's nonce never goes to a service, and the service's never to the issuer")
  func origins() async throws {
    server.change { $0.issuerNonces = .newest }
    let session = try await server.session()
    try await session.refresh()
    server.change { $0.serviceNonces = .newest }
    _ = try await session.data(for: server.request)
    _ = try await session.data(for: server.request)
    try await session.refresh()
    #expect(server.hits("service").compactMap(\.nonce).allSatisfy { $0.hasPrefix("service") })
    #expect(server.hits("issuer").compactMap(\.nonce).allSatisfy { $0.hasPrefix("issuer") })
  }

  @Test("the challenge's scheme may be written in any case", arguments: ["dpop", "DPOP", "dPoP"])
  func scheme(scheme: String) async throws {
    server.change { $0.scheme = scheme }
    server.change { $0.serviceNonces = .newest }
    let session = try await server.session()
    #expect(try await session.data(for: server.request).0.status == .ok)
  }

  @Test("the token type may be written in any case", arguments: ["dpop", "DPOP", "dPoP"])
  func tokenType(type: String) async throws {
    server.change { $0.tokenType = type }
    let session = try await server.session()
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect(server.hits("service").map(\.scheme) == ["DPoP"])
  }

  @Test("bearer tokens are refused, unless the client accepts them for a stated reason")
  func downgrade() async throws {
    server.change { $0.tokenType = "Bearer" }
    let error = await failure { try await server.signedIn() }
    #expect(error == .unreadable(.tokenMalformed, ""))
    #expect(error?.parameter == "token_type")
    let session = try await server.session(.acceptingBearer(.es256, because: "of a test"))
    #expect(session.stored?.tokenType == "Bearer")
    #expect(try await session.data(for: server.request).0.status == .ok)
    #expect(server.hits("service").map(\.scheme) == ["Bearer"])
  }

  @Test("a bound session does not become unbound by a refresh")
  func downgradeByRefresh() async throws {
    let session = try await server.session()
    server.change { $0.tokenType = "Bearer" }
    #expect(await failure { try await session.refresh() }?.parameter == "token_type")
    #expect(session.stored?.accessToken.matches(Secret("at-1")) == true)
  }

  @Test("the code is bound to the key before the browser is opened")
  func authorizationRequest() async throws {
    let flow = try await server.flow()
    let (one, other) = try (
      flow.begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID]),
      flow.begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    )
    let jkts = [one, other].map { attempt in
      try? Parameters(decoding: attempt.url.absoluteString.drop { $0 != "?" }.dropFirst())[
        "dpop_jkt"]
    }
    #expect(Set(jkts).count == 2)
    let stored = try await one.finish(server.callback(for: one.url))
    #expect(stored.dpopKey?.publicJWK.thumbprint == jkts[0])
    // Without DPoP, the authorization request has no `dpop_jkt`.
    let plain = try await server.flow(.never)
      .begin(redirectURI: FakeProvider.redirectURI, scopes: [.openID])
    #expect(!plain.url.absoluteString.contains("dpop_jkt"))
  }

  @Test("a pushed request has a proof of the key to which the tokens are bound")
  func pushed() async throws {
    server.change { $0.wantsPushed = true }
    server.change { $0.issuerNonces = .newest }
    let session = try await server.session()
    let thumbprint = session.stored?.dpopKey?.publicJWK.thumbprint
    // The pushed request receives the nonce; the token request sends it at once.
    #expect(server.hits("issuer").map(\.nonce) == [nil, "issuer-1", "issuer-2"])
    #expect(server.hits("issuer").allSatisfy { $0.thumbprint == thumbprint })
    #expect(try await session.data(for: server.request).0.status == .ok)
  }

  @Test("fifty concurrent requests share one refresh, and every proof is different")
  func parallel() async throws {
    server.change { $0.lifetime = 0 }
    let session = try await server.session()
    server.change { $0.lifetime = 600 }
    let before = server.hits("issuer").count
    let request = server.request
    try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
      for _ in 0..<50 { group.addTask { try await session.data(for: request).0.status } }
      for try await status in group { #expect(status == .ok) }
    }
    #expect(server.hits("issuer").count == before + 1)
    #expect(server.hits("service").count == 50)
  }

  @Test("a bound token without its key is not sent")
  func lostKey() async throws {
    var stored = try await server.signedIn()
    stored.dpopKey = nil
    let session = Session(stored, store: MemoryTokenStore(), transport: server.transport)
    let transport = AuthorizedTransport(session, authorizer: DPoPAuthorizer())
    #expect(await failure { try await transport.send(server.request) }?.outcome == .misused)
    #expect(server.hits("service").isEmpty)
  }

  // Covers the key in row C-87; the other secrets have their own tests.
  @Test("the key is in the stored record only")
  func secrecy() async throws {
    let stored = try await server.signedIn()
    let secret = try #require(stored.dpopKey?.privateJWK()["d"]?.stringValue)
    #expect(String(decoding: stored.json.serialized(), as: UTF8.self).contains(secret))
    var dumped = "\(stored) \(String(reflecting: stored)) \(AuthorizedSession(stored))"
    dump(stored, to: &dumped)
    dump(AuthorizedSession(stored), to: &dumped)
    #expect(!dumped.contains(secret))
  }
}
