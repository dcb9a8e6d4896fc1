// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("the signing algorithms of the server")
struct SigningAlgorithmTests {
  @Test(
    "ID tokens and claims are signed with the algorithms that the client registered",
    arguments: [SignatureAlgorithm.es256, .rs256, .ps256, .es384, .es512, .edDSA, .ed25519])
  func registered(_ algorithm: SignatureAlgorithm) async throws {
    let log = CapturedLog()
    let server = try await TestServer.start(
      algorithms: SigningKeys.usualAlgorithms + [algorithm], logger: log.logger
    ) { $0.registration.access = .open(because: "a test") }
    let world = World(server: server, log: log)
    let name = JSONValue.string(algorithm.rawValue)
    let metadata: JSONObject = [
      "redirect_uris": ["https://a.example/cb"], "id_token_signed_response_alg": name,
      "userinfo_signed_response_alg": name,
    ]
    let reply = try await world.register(metadata)
    #expect(reply.status == 201)
    let tokens = try await world.signIn(Ask(world.registered(reply)))
    let keys = VerificationKeySet(
      try JWKSet(parsing: Array(try await world.wire.send("GET", "/jwks").body.utf8)))
    let info = try await world.userInfo(tokens.access)
    for token in [tokens.id ?? "", info.body] {
      _ = try UnverifiedJWT(token).verified(by: keys, accepting: [algorithm])
    }
    // Access tokens are always signed with ES256.
    let access = try UnverifiedJWT(tokens.access).verified(by: keys, accepting: [.es256])
    #expect(access.header.type == "at+jwt")
    let claims = try UnverifiedJWT(tokens.id ?? "").unverifiedClaimsForDisplay()
    let half = algorithm.hash.hash(tokens.access.utf8).prefix(algorithm.hash.byteCount / 2)
    #expect(claims["at_hash"]?.stringValue == Base64URL.encode(Array(half)))
    let document = try await world.metadata()
    for member in ["id_token", "userinfo"] {
      let listed = document["\(member)_signing_alg_values_supported"]?.arrayValue ?? []
      #expect(Set(listed.compactMap(\.stringValue)).isSuperset(of: ["RS256", algorithm.rawValue]))
    }
    await server.stop()
  }
}
