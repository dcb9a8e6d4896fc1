// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A resource server")
struct ResourceServerTests {
  static let address = "https://api.example/photos"
  let provider = FakeProvider()
  let proofKey: SigningKey

  init() throws { proofKey = try SigningKey.generate(.es256) }

  private func server(
    _ schemes: [BearerChallenge.Scheme] = [.bearer, .dpop], nonces: RollingNonces? = nil,
    seen: (any TokenReplayGuard)? = nil
  ) throws -> CoatcheckClient.ResourceServer {
    var resource = ProtectedResource(identifier: try Endpoint("https://api.example"))
    resource.schemes = schemes
    return CoatcheckClient.ResourceServer(
      resource, taking: [.jwts(of: try Issuer(provider.issuer))], nonces: nonces,
      seen: seen, transport: provider, environment: provider.environment)
  }

  private func token(
    bound: Bool = false, by key: SigningKey = FakeProvider.key,
    change: (inout JSONObject) -> Void = { _ in }
  ) throws -> Secret {
    let now = Int(provider.clock.now.timeIntervalSince1970)
    var claims: JSONObject = [
      "iss": .string(provider.issuer), "aud": "https://api.example", "sub": "alice",
      "client_id": "app", "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 300)),
      "jti": "t", "scope": "read",
    ]
    if bound {
      claims["cnf"] = .object(TokenConfirmation(thumbprint: proofKey.publicJWK.thumbprint).json)
    }
    change(&claims)
    return Secret(try key.sign(claims, type: "at+jwt"))
  }

  private func request(
    _ token: Secret?, scheme: String = "Bearer", proofs: [String] = [],
    method: HTTPRequest.Method = .get
  ) -> HTTPRequest {
    var request = HTTPRequest(method, to: "https://api.example/photos?page=2")
    if let token { request.headerFields[.authorization] = "\(scheme) \(token.reveal())" }
    for proof in proofs { request.headerFields.append(HTTPField(name: .dPoP, value: proof)) }
    return request
  }

  private func proof(
    for token: Secret?, method: HTTPRequest.Method = .get, at address: String = address,
    by key: SigningKey? = nil, nonce: DPoPNonce? = nil
  ) throws -> String {
    try DPoPProof(
      key: key ?? proofKey, method: method.rawValue, address: address, accessToken: token,
      nonce: nonce, environment: provider.environment
    ).text
  }

  @Test("accepts a bearer token, and a bound token with its DPoP proof")
  func good() async throws {
    let server = try server()
    let plain = try await server.token(of: request(token()), at: Self.address)
    #expect(plain.subject == "alice")
    let bound = try token(bound: true)
    let proved = request(bound, scheme: "dpop", proofs: [try proof(for: bound)])
    #expect(try await server.token(of: proved, at: Self.address).confirmation != nil)
  }

  static let forgeries: [Case<@Sendable (inout JSONObject) -> Void>] = [
    Case("of another issuer", { $0["iss"] = "https://evil.example" }),
    Case("for another resource", { $0["aud"] = "https://other.example" }),
    Case("that has expired", { $0["exp"] = 1 }),
  ]

  @Test("refuses a token", arguments: forgeries)
  func forged(_ row: Case<@Sendable (inout JSONObject) -> Void>) async throws {
    let server = try server()
    let request = request(try token(change: row.value))
    let error = await failure { try await server.token(of: request, at: Self.address) }
    #expect(error == .refused(.invalidToken, ""))
  }

  @Test("refuses a token of an unknown signer, an ID token and an opaque token")
  func unknownSigners() async throws {
    let server = try server()
    let text = try FakeProvider.key.sign(["iss": .string(provider.issuer), "sub": "alice"])
    let requests = [
      request(try token(by: SigningKey.generate(.es256))), request(Secret(text)),
      request(Secret("2YotnFZFEjr1zCsicMWpAA")),
    ]
    for request in requests {
      await expectError(.refused(.invalidToken, "")) {
        try await server.token(of: request, at: Self.address)
      }
    }
  }

  // attack: P-09
  @Test("refuses a bound token without a valid proof for the request")
  func unproved() async throws {
    let server = try server()
    let bound = try token(bound: true)
    let other = try SigningKey.generate(.es256)
    func proved(_ proofs: String...) -> HTTPRequest {
      request(bound, scheme: "DPoP", proofs: proofs)
    }
    let rows: [(String, HTTPRequest, OAuthError.Code)] = [
      ("as a bearer token", request(bound), .invalidToken),
      (
        "as a bearer token with a proof", request(bound, proofs: [try proof(for: bound)]),
        .invalidToken
      ),
      ("without proof", request(bound, scheme: "DPoP"), .invalidDPoPProof),
      ("by another key", proved(try proof(for: bound, by: other)), .invalidToken),
      ("by a proof for no token", proved(try proof(for: nil)), .invalidDPoPProof),
      (
        "by a proof for another token", proved(try proof(for: token(bound: true))),
        .invalidDPoPProof
      ),
      (
        "by a proof for another address", proved(try proof(for: bound, at: Self.address + "/1")),
        .invalidDPoPProof
      ),
      ("by two proofs", proved(try proof(for: bound), try proof(for: bound)), .invalidDPoPProof),
    ]
    for (name, request, code) in rows {
      let error = await failure { try await server.token(of: request, at: Self.address) }
      #expect(error == .refused(code, ""), "\(name)")
      #expect(
        server.response(to: error ?? .ended(.refused), of: request).head.status == .unauthorized,
        "\(name)")
    }
    let loose = try token()
    let strange = request(loose, scheme: "DPoP", proofs: [try proof(for: loose)])
    await expectError(.refused(.invalidToken, "")) {
      try await server.token(of: strange, at: Self.address)
    }
  }

  @Test("accepts a proof once")
  func replay() async throws {
    let server = try server()
    let bound = try token(bound: true)
    let proved = request(bound, scheme: "DPoP", proofs: [try proof(for: bound)])
    _ = try await server.token(of: proved, at: Self.address)
    for seconds in [0.0, 30, 29] {
      provider.clock.advance(seconds)
      let error = await failure { try await server.token(of: proved, at: Self.address) }
      #expect(error == .refused(.invalidDPoPProof, ""))
    }
  }

  @Test("accepts one of a hundred concurrent requests with the same proof")
  func race() async throws {
    let server = try server()
    let bound = try token(bound: true)
    let proved = request(bound, scheme: "DPoP", proofs: [try proof(for: bound)])
    let winners = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<100 {
        group.addTask { (try? await server.token(of: proved, at: Self.address)) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
  }

  // attack: V-22
  @Test("accepts a proof once across all instances that share a replay guard")
  func shared() async throws {
    let seen = MemoryReplayGuard(environment: provider.environment)
    let (one, other) = (try server(seen: seen), try server(seen: seen))
    let bound = try token(bound: true)
    let proved = request(bound, scheme: "DPoP", proofs: [try proof(for: bound)])
    _ = try await one.token(of: proved, at: Self.address)
    for server in [other, one] {
      let error = await failure { try await server.token(of: proved, at: Self.address) }
      #expect(error == .refused(.invalidDPoPProof, ""))
    }
    // An instance without the shared guard accepts the proof.
    _ = try await server().token(of: proved, at: Self.address)
    // A proof that is refused for another reason does not count as used.
    let next = request(bound, scheme: "DPoP", proofs: [try proof(for: bound)], method: .get)
    var wrong = next
    wrong.method = .post
    #expect(await failure { try await other.token(of: wrong, at: Self.address) } != nil)
    _ = try await one.token(of: next, at: Self.address)
  }

  @Test("sends the nonce that the next proof has to contain")
  func nonce() async throws {
    let nonces = try RollingNonces(key: [UInt8](repeating: 1, count: 32))
    let server = try server(nonces: nonces)
    let bound = try token(bound: true)
    let first = request(bound, scheme: "DPoP", proofs: [try proof(for: bound)])
    let error = try #require(await failure { try await server.token(of: first, at: Self.address) })
    #expect(error == .refused(.useDPoPNonce, ""))
    let (head, _) = server.response(to: error, of: first)
    #expect(head.status == .unauthorized)
    let nonce = try #require(DPoPNonce(in: head.headerFields))
    let second = request(bound, scheme: "DPoP", proofs: [try proof(for: bound, nonce: nonce)])
    #expect(try await server.token(of: second, at: Self.address).subject == "alice")
  }

  @Test("returns 503 when the issuer's keys cannot be fetched")
  func issuerDown() async throws {
    provider.script("/jwks") { _, _ throws(OAuthError) in
      throw .unreachable(.connectionFailed, "The connection was refused.")
    }
    let server = try server()
    let request = request(try token())
    let error = try #require(
      await failure { try await server.token(of: request, at: Self.address) })
    #expect(error.outcome == .unreachable)
    #expect(server.response(to: error, of: request).head.status == .serviceUnavailable)
  }

  @Test("accepts only the configured schemes")
  func schemes() async throws {
    let request = request(try token())
    let server = try server([.dpop])
    let error = try #require(
      await failure { try await server.token(of: request, at: Self.address) })
    #expect(error == .refused(.invalidToken, ""))
    let fields = server.response(to: error, of: request).head.headerFields[values: .wwwAuthenticate]
    #expect(fields.count == 1)
    #expect(fields.first?.hasPrefix("DPoP ") == true)
  }

  static let answers: [(String, JSONObject, OAuthError.Code?)] = [
    ("active", ["active": true, "sub": "alice", "scope": "read"], nil),
    (
      "for this resource", ["active": true, "sub": "alice", "aud": "https://api.example"], nil
    ),
    ("inactive", ["active": false], .invalidToken),
    ("active as a string", ["active": "true"], .replyMalformed),
    ("for another resource", ["active": true, "aud": "https://other.example"], .invalidToken),
    ("of another issuer", ["active": true, "iss": "https://evil.example"], .invalidToken),
    ("active and expired", ["active": true, "exp": 1], .invalidToken),
    ("active and not valid yet", ["active": true, "nbf": 1_900_000_000], .invalidToken),
    ("with an unknown key binding", ["active": true, "cnf": ["new": "x"]], .invalidToken),
  ]

  @Test("introspects an opaque token at the authorization server", arguments: answers)
  func introspection(_ row: (name: String, answer: JSONObject, code: OAuthError.Code?)) async throws
  {
    provider.script("/introspect") { _, _ throws(OAuthError) in FakeProvider.json(row.answer) }
    let server = try provider.introspectingServer()
    let request = request(Secret("opaque"))
    guard let code = row.code else {
      #expect(try await server.token(of: request, at: Self.address).subject == "alice")
      #expect(provider.forms("/introspect").first?["token"] == "opaque")
      return
    }
    #expect(await failure { try await server.token(of: request, at: Self.address) }?.code == code)
  }

  @Test(
    "reports a refused introspection as its own error, not as an invalid token")
  func introspectionRefused() async throws {
    provider.script("/introspect") { _, _ throws(OAuthError) in
      FakeProvider.refusal("invalid_client")
    }
    let server = try provider.introspectingServer()
    let request = request(Secret("opaque"))
    let error = try #require(
      await failure { try await server.token(of: request, at: Self.address) })
    #expect(error.outcome == .unreadable)
    #expect(server.response(to: error, of: request).head.status.code == 500)
  }
}
