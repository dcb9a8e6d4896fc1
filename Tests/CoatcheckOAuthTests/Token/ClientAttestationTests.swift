// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("Client authentication by attestation")
struct ClientAttestationTests {
  private let maker: SigningKey
  private let instance: SigningKey

  init() throws {
    maker = try SigningKey.generate(.es256)
    instance = try SigningKey.generate(.es256)
  }

  private func attestation(
    _ changes: [String: JSONValue?] = [:], type: String? = "oauth-client-attestation+jwt"
  ) throws -> String {
    let claims: JSONObject = [
      "iss": "https://maker.example", "sub": "app", "exp": 1_700_086_400,
      "cnf": ["jwk": .object(instance.publicJWK.json)],
    ]
    return try maker.sign(claims.changing(changes), type: type)
  }

  private func proof(
    _ changes: [String: JSONValue?] = [:], type: String? = "oauth-client-attestation-pop+jwt",
    by key: SigningKey? = nil
  ) throws -> String {
    let claims: JSONObject = [
      "iss": "app", "aud": "https://op.example", "jti": "p1", "iat": 1_700_000_000,
    ]
    return try (key ?? instance).sign(claims.changing(changes), type: type)
  }

  private func presented(
    _ attestation: [String], _ proof: [String], form: String = "client_id=app",
    authorization: [String] = []
  ) throws(OAuthError) -> PresentedClient {
    var message = post("grant_type=client_credentials&" + form, authorization: authorization)
    for (name, values) in [("", attestation), ("-PoP", proof)] {
      guard let name = HTTPField.Name("OAuth-Client-Attestation" + name) else { continue }
      message.head.headerFields[values: name] = values
    }
    return try RefreshExchange.received(message).client
  }

  private func accepted(
    _ attestation: String, _ proof: String, challenges: Set<String>? = nil
  ) throws -> ClientAttestation.Accepted {
    try accepted(presented([attestation], [proof]), challenges: challenges)
  }

  private func accepted(
    _ client: PresentedClient, challenges: Set<String>?
  ) throws -> ClientAttestation.Accepted {
    guard case .attestation(let received) = client.authentication else { throw OtherCase() }
    return try received.accepted(
      by: ClientAttestationRules(
        issuer: Issuer("https://op.example"), challenges: challenges, now: start),
      attesters: maker.keySet)
  }

  @Test("is accepted as the client sends it, and each request has a proof of its own")
  func bothHalves() throws {
    let text = try attestation()
    let client = ClientIdentity(
      id: "app",
      authentication: .attestation(
        ClientAttestation(
          Secret(text), key: instance, for: try Issuer("https://op.example"), challenge: "c1")))
    let exchange = try refreshExchange(client)
    let environment = RuntimeEnvironment.fixed()
    var ids: Set<String> = []
    for _ in 0..<3 {
      let message = try exchange.request(in: environment)
      #expect(try Parameters(bytes: message.body)["client_id"] == "app")
      let presented = try RefreshExchange.received(message).client
      #expect(presented.id == "app")
      #expect(presented.authentication.method == "attest_jwt_client_auth")
      let accepted = try accepted(presented, challenges: ["c1"])
      #expect(accepted.clientID == "app")
      #expect(accepted.thumbprint == instance.publicJWK.thumbprint)
      ids.insert(accepted.replayKey)
    }
    #expect(ids.count == 3)
  }

  @Test("each claim is checked against its rule")
  func claims() throws {
    let unknown = try SigningKey.generate(.es256)
    let privateKey = instance.privateJWK()
    let cases: [(String, String, String, Bool)] = [
      ("a valid attestation and a valid proof", try attestation(), try proof(), true),
      ("a proof without iss", try attestation(), try proof(["iss": nil]), true),
      ("an expired attestation", try attestation(["exp": 1_699_999_000]), try proof(), false),
      ("an attestation without expiry", try attestation(["exp": nil]), try proof(), false),
      ("an attestation not valid yet", try attestation(["nbf": 1_700_086_000]), try proof(), false),
      ("no key", try attestation(["cnf": nil]), try proof(), false),
      ("a private key", try attestation(["cnf": ["jwk": .object(privateKey)]]), try proof(), false),
      ("another type", try attestation(type: "JWT"), try proof(), false),
      ("a proof of another type", try attestation(), try proof(type: "JWT"), false),
      ("a proof by another key", try attestation(), try proof(by: unknown), false),
      ("a proof by the maker", try attestation(), try proof(by: maker), false),
      ("a proof of another client", try attestation(), try proof(["iss": "web"]), false),
      ("a proof for another server", try attestation(), try proof(["aud": "https://x"]), false),
      (
        "a proof for two servers", try attestation(),
        try proof(["aud": ["https://op.example", "https://x"]]), false
      ),
      ("an old proof", try attestation(), try proof(["iat": 1_699_999_900]), false),
      ("a proof without iat", try attestation(), try proof(["iat": nil]), false),
      ("a proof without jti", try attestation(), try proof(["jti": nil]), false),
      ("a proof as attestation", try proof(["sub": "app"]), try proof(), false),
    ]
    for (name, attestation, proof, isGood) in cases {
      expectError(isGood ? nil : .refused(.invalidClientAttestation, ""), "\(name)") {
        try accepted(attestation, proof)
      }
    }
  }

  @Test("needs a current challenge in the proof if the server issues challenges")
  func challenges() throws {
    expectError(.refused(.useAttestationChallenge, "")) {
      try accepted(attestation(), proof(), challenges: ["c1"])
    }
    let answered = try accepted(
      attestation(), proof(["challenge": "c1"]), challenges: ["c1", "c2"])
    #expect(answered.id == "p1")
  }

  @Test(
    "needs one attestation, one proof and no other client credentials")
  func together() throws {
    let (attestation, proof) = (try attestation(), try proof())
    let cases: [(String, [String], [String], String, [String])] = [
      ("no proof", [attestation], [], "client_id=app", []),
      ("no attestation", [], [proof], "client_id=app", []),
      ("two proofs", [attestation], [proof, proof], "client_id=app", []),
      ("another client in the form", [attestation], [proof], "client_id=web", []),
      ("a secret beside it", [attestation], [proof], "client_id=app&client_secret=s", []),
      ("Basic beside it", [attestation], [proof], "client_id=app", ["Basic YXBwOnM="]),
      ("no JWT", ["x"], [proof], "client_id=app", []),
    ]
    for (name, attestations, proofs, form, authorization) in cases {
      #expect(
        failure { try presented(attestations, proofs, form: form, authorization: authorization) }?
          .outcome == .refused, "\(name)")
    }
  }
}
