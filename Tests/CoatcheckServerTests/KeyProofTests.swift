// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("DPoP proofs at the token endpoint", .world)
struct KeyProofTests {
  /// Sends a client credentials grant with a proof.
  private func ask(_ proof: String) async throws -> WireReply {
    try await world.credentials(.service, [:], [("DPoP", proof)])
  }

  // attack: P-01
  @Test("a proof must be a JWT of type dpop+jwt, signed with the key in its header")
  func headers() async throws {
    let prover = try Prover()
    let jwk = prover.header["jwk"]?.objectValue ?? [:]
    let cases: [(String, KeyValuePairs<String, JSONValue?>)] = [
      ("no type", ["typ": nil]), ("a plain JWT", ["typ": "jwt"]),
      ("an access token", ["typ": "at+jwt"]),
      ("alg none", ["alg": "none"]), ("a MAC", ["alg": "HS256"]), ("no key", ["jwk": nil]),
      ("a symmetric key", ["jwk": ["kty": "oct", "k": "AAAA"]]),
      ("a private key", ["jwk": .object(jwk.with(["d": "AAAA"]))]),
      ("another algorithm than the key's", ["alg": "RS256"]),
    ]
    for (name, changes) in cases {
      let proof = try handmadeJWT(prover.header.with(changes), prover.claims(), by: prover.key)
      #expect(try await ask(proof).isRefused("invalid_dpop_proof"), "\(name)")
    }
    let good = try handmadeJWT(prover.header, prover.claims(), by: prover.key)
    let outsider = try handmadeJWT(prover.header, prover.claims(), by: Prover().key)
    for (name, proof) in [
      ("another key's signature", outsider),
      ("no signature", String(good.prefix(good.count - 86))),
      ("no JWT", "x"), ("empty", ""),
    ] {
      #expect(try await ask(proof).error == "invalid_dpop_proof", "\(name)")
    }
    #expect(try await ask(good).status == 200)
  }

  // attack: P-02 P-04
  @Test("a proof must have jti, htm, htu and iat")
  func claims() async throws {
    let prover = try Prover()
    let clock = world.server.clock
    let cases: [(String, KeyValuePairs<String, JSONValue?>, Bool)] = [
      ("no jti", ["jti": nil], false), ("jti a number", ["jti": 7], false),
      ("jti empty", ["jti": ""], false),
      ("no htm", ["htm": nil], false), ("htm a list", ["htm": ["POST"]], false),
      ("no htu", ["htu": nil], false), ("htu a number", ["htu": 7], false),
      ("no iat", ["iat": nil], false), ("iat a text", ["iat": "1700000000"], false),
      ("10 s old", ["iat": clock.seconds(-10)], true),
      ("10 s ahead", ["iat": clock.seconds(10)], true),
      ("61 s old", ["iat": clock.seconds(-61)], false),
      ("61 s ahead", ["iat": clock.seconds(61)], false),
    ]
    for (name, changes, isGood) in cases {
      let proof = try handmadeJWT(prover.header, prover.claims().with(changes), by: prover.key)
      let reply = try await ask(proof)
      #expect(reply.status == (isGood ? 200 : 400), "\(name)")
      #expect(isGood || reply.error == "invalid_dpop_proof", "\(name)")
    }
    let text = String(decoding: prover.claims().serialized(), as: UTF8.self)
    let huge = text.replacing(/"iat":\d+/, with: #""iat":1e400"#)
    let proof = try handmadeJWT(prover.header, Array(huge.utf8), by: prover.key)
    #expect(try await ask(proof).error == "invalid_dpop_proof")
  }

  // attack: P-03
  @Test("a proof is valid for one method and one normalized address")
  func target() async throws {
    let prover = try Prover()
    let issuer = world.server.issuer
    let cases: [(String, String, Bool)] = [
      ("POST", issuer + "/token", true), ("post", issuer + "/token", false),
      ("GET", issuer + "/token", false),
      ("POST", issuer + "/revoke", false), ("POST", issuer + "/token/", false),
      ("POST", "http://evil.example/token", false),
      ("POST", issuer.replacing("http:", with: "https:") + "/token", false),
      ("POST", issuer + "/token?a=b", true), ("POST", issuer + "/token#a", true),
      ("POST", issuer.replacing("http:", with: "HTTP:") + "/token", true),
      ("POST", issuer + "/%74oken", true), ("POST", "/token", false),
    ]
    for (method, address, isGood) in cases {
      let claims = prover.claims().with(["htm": .string(method), "htu": .string(address)])
      let reply = try await ask(try handmadeJWT(prover.header, claims, by: prover.key))
      #expect(reply.status == (isGood ? 200 : 400), "\(method) \(address)")
    }
    // For an issuer with a host name, the default port and upper case are the same address.
    let rules = DPoPRules.standard
    for address in ["https://id.example:443/token", "https://ID.example/token"] {
      let now = TestClock.start
      let claims: JSONObject = [
        "jti": "a", "htm": "POST", "htu": .string(address),
        "iat": .number(JSONNumber(Int(now.timeIntervalSince1970))),
      ]
      let proof = try DPoPProof.Received(
        handmadeJWT(prover.header, claims, by: prover.key), method: "POST",
        address: "https://id.example/token", now: now, rules: rules)
      #expect(proof.thumbprint == prover.thumbprint)
    }
  }

  // attack: P-06
  @Test("two proofs in a request, and a proof of 64 KiB, are refused")
  func fields() async throws {
    let prover = try Prover()
    let two = try await world.credentials(.service, [:], [try prover.field(), try prover.field()])
    #expect(two.isRefused("invalid_dpop_proof"))
    let huge = try await ask(String(repeating: "a", count: 64 << 10))
    #expect([400, 431].contains(huge.status))
  }

  @Test("a proof is accepted once, also in 20 concurrent requests")
  func replay() async throws {
    let field = try Prover().field()
    let statuses = try await inParallel(20) { _ in
      try await world.credentials(.service, [:], [field]).status
    }
    #expect(statuses.count { $0 == 200 } == 1)
    #expect(statuses.count { $0 == 400 } == 19)
    #expect(try await world.credentials(.service, [:], [field]).error == "invalid_dpop_proof")
  }

  // attack: P-12
  @Test("tokens of a request with a proof are bound to its key; others are bearer tokens")
  func types() async throws {
    let prover = try Prover()
    let plain = try await world.signIn()
    #expect(plain.json["token_type"]?.stringValue == "Bearer")
    let bound = try await world.signIn(proving: prover)
    #expect(bound.json["token_type"]?.stringValue == "DPoP")
    #expect(try await world.claims(plain.access)["cnf"] == nil)
    #expect(try await world.claims(bound.access)["cnf"] == ["jkt": .string(prover.thumbprint)])
  }

  // attack: P-11
  @Test(
    "where nonces are required, a proof without the current nonce is refused with that nonce",
    .world { $0.proofNonces = .required })
  func nonces() async throws {
    let prover = try Prover()
    func ask(_ nonce: String?) async throws -> WireReply {
      try await world.credentials(.service, [:], [try prover.field(nonce: nonce)])
    }
    let first = try await ask(nil)
    #expect(first.isRefused("use_dpop_nonce"))
    let nonce = try #require(first["dpop-nonce"].first)
    let right = try await ask(nonce)
    #expect(right.status == 200 && right["dpop-nonce"].count == 1)
    world.server.clock.advance(by: .seconds(3_600))
    for wrong in [nonce, String(nonce.dropLast()), "made-up"] {
      let reply = try await ask(wrong)
      #expect(reply.isRefused("use_dpop_nonce"))
      #expect(reply["dpop-nonce"].first != nil && reply["dpop-nonce"].first != nonce)
    }
    // A server with another master key issues other nonces.
    let foreign = try RollingNonces(key: Array(repeating: 9, count: 32))
    let other = try #require(foreign.nonce(at: world.server.clock.now)).text
    #expect(try await ask(other).error == "use_dpop_nonce")
    let current = try #require(try await ask(nil)["dpop-nonce"].first)
    #expect(try await ask(current).status == 200)
    // A request without a proof needs no nonce.
    #expect(try await world.credentials().status == 200)
  }

  @Test("a client with dpop_bound_access_tokens gets no token without a proof")
  func promised() async throws {
    let client = TestClient.service.with { $0.metadata.boundTokens = .required }
    try await world.add(client)
    #expect(try await world.credentials(client).isRefused("invalid_request"))
    let field = try Prover().field()
    #expect(try await world.credentials(client, [:], [field]).status == 200)
  }

  // attack: T-32
  @Test("a public client's refresh token is accepted with its key only")
  func refresh() async throws {
    let (prover, thief) = (try Prover(), try Prover())
    let tokens = try await world.signIn(proving: prover)
    func refresh(_ token: String, _ prover: Prover?) async throws -> WireReply {
      try await world.refresh(token, proof: prover?.field())
    }
    #expect(try await refresh(tokens.refresh, thief).isRefused("invalid_dpop_proof"))
    #expect(try await refresh(tokens.refresh, nil).isRefused("invalid_request"))
    let right = try Tokens(await refresh(tokens.refresh, prover))
    #expect(right.json["token_type"]?.stringValue == "DPoP")
    #expect(try await refresh(right.refresh, thief).error == "invalid_dpop_proof")
    #expect(try await refresh(right.refresh, prover).status == 200)
  }

  @Test("a confidential client can change its key at a refresh, but needs a proof")
  func confidentialRefresh() async throws {
    let (first, second) = (try Prover(), try Prover())
    let tokens = try await world.signIn(Ask(.web), proving: first)
    #expect(try await world.refresh(tokens.refresh, as: .web).error == "invalid_request")
    let changed = try Tokens(await world.refresh(tokens.refresh, as: .web, proof: second.field()))
    #expect(try await world.claims(changed.access)["cnf"] == ["jkt": .string(second.thumbprint)])
  }

  // attack: P-07
  @Test("a code with dpop_jkt is redeemed with that key only")
  func code() async throws {
    let (prover, thief) = (try Prover(), try Prover())
    let ask = Ask().with("dpop_jkt", prover.thumbprint)
    let form = ask.exchange(try await world.code(ask))
    #expect(try await world.token(form, [try thief.field()]).isRefused("invalid_grant"))
    #expect(try await world.token(form).isRefused("invalid_request"))
    #expect(try await world.token(form, [try prover.field()]).status == 200)
  }
}
