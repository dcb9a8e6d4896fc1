// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("sender-constrained tokens at userinfo", .world)
struct BoundTokenTests {
  // attack: P-09
  @Test("a bound token is refused without a proof with its key and its ath")
  func bound() async throws {
    let (prover, thief) = (try Prover(), try Prover())
    let tokens = try await world.signIn(proving: prover)
    let other = try await world.signIn(proving: prover)
    func proof(_ prover: Prover, token: String?) throws -> (String, String) {
      try prover.field("GET", "/userinfo", token: token)
    }
    let bearer = try await world.userInfo(tokens.access)
    #expect(bearer.status == 401)
    #expect(bearer["www-authenticate"].first?.contains("invalid_token") == true)
    let cases: [(String, (String, String)?, String)] = [
      ("no proof", nil, "invalid_dpop_proof"),
      ("another key", try proof(thief, token: tokens.access), "invalid_token"),
      ("no ath", try proof(prover, token: nil), "invalid_dpop_proof"),
      ("another token's ath", try proof(prover, token: other.access), "invalid_dpop_proof"),
      ("the token endpoint's proof", try prover.field(token: tokens.access), "invalid_dpop_proof"),
    ]
    for (name, field, error) in cases {
      let reply = try await world.userInfo(tokens.access, field)
      #expect(reply.status == 401, "\(name)")
      let challenge = reply["www-authenticate"].first { $0.hasPrefix("DPoP") }
      #expect(challenge?.contains("error=\"\(error)\"") == true, "\(name)")
      #expect(challenge?.contains("algs=") == true, "\(name)")
    }
    let right = try proof(prover, token: tokens.access)
    let reply = try await world.userInfo(tokens.access, right)
    #expect(reply.status == 200)
    #expect(reply.json["sub"]?.stringValue == TestUser.alice.id)
    // The same proof is refused.
    #expect(try await world.userInfo(tokens.access, right).status == 401)
  }

  @Test("a bearer token with a proof is refused")
  func unbound() async throws {
    let tokens = try await world.signIn()
    let field = try Prover().field("GET", "/userinfo", token: tokens.access)
    #expect(try await world.userInfo(tokens.access, field).status == 401)
    #expect(try await world.userInfo(tokens.access).status == 200)
  }

  @Test("where nonces are required, userinfo requires one", .world { $0.proofNonces = .required })
  func nonces() async throws {
    let prover = try Prover()
    let code = try await world.code()
    let first = try await world.token(Ask().exchange(code), [try prover.field()])
    let nonce = try #require(first["dpop-nonce"].first)
    let tokens = try Tokens(
      await world.token(Ask().exchange(code), [try prover.field(nonce: nonce)]))
    let bare = try await world.userInfo(
      tokens.access, try prover.field("GET", "/userinfo", token: tokens.access))
    #expect(bare.status == 401)
    #expect(bare["www-authenticate"].first?.contains("use_dpop_nonce") == true)
    let given = try #require(bare["dpop-nonce"].first)
    let right = try await world.userInfo(
      tokens.access,
      try prover.field("GET", "/userinfo", token: tokens.access, nonce: given))
    #expect(right.status == 200)
  }
}
