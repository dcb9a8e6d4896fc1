// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("DPoP proofs, as a server reads them")
struct DPoPReceivedTests {
  private static let invalid = OAuthError.refused(.invalidDPoPProof, "")
  private let desk: ProofDesk

  init() throws { desk = try ProofDesk() }

  @Test("the server reads the proof that a client makes", arguments: SignatureAlgorithm.allCases)
  func roundTrip(algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm)
    let token = Secret("at-1")
    let proof = try DPoPProof(
      key: key, method: "GET", address: "https://API.example:443/a?page=2", accessToken: token,
      nonce: DPoPNonce("n-1"), environment: .fixed())
    var head = get("/a").head
    head.headerFields[.dPoP] = proof.text
    let read = try #require(
      try DPoPProof.Received(in: head, at: "https://api.example/a?page=2", now: start))
    #expect(read.thumbprint == key.publicJWK.thumbprint)
    #expect(read.id == proof.id && read.nonce == "n-1")
    #expect(read.issuedAt == start && read.forgettableAt == start + 60)
    try read.requireBinding(of: token, to: TokenConfirmation(thumbprint: key.publicJWK.thumbprint))
    try read.requireKey(key.publicJWK.thumbprint)
    try read.requireNonce { $0 == "n-1" }
  }

  @Test("a request without the field DPoP has no proof")
  func absent() throws {
    let head = post("").head
    #expect(try DPoPProof.Received(in: head, at: ProofDesk.address, now: start) == nil)
  }

  static let badHeaders: [(String, [String: JSONValue?])] = [
    ("typ missing", ["typ": nil]), ("typ jwt", ["typ": "jwt"]), ("typ at+jwt", ["typ": "at+jwt"]),
    ("alg none", ["alg": "none"]), ("alg HS256", ["alg": "HS256"]),
    ("alg of another key", ["alg": "RS256"]), ("alg missing", ["alg": nil]),
    ("jwk missing", ["jwk": nil]), ("jwk a text", ["jwk": "key"]), ("jwk null", ["jwk": .null]),
    ("jwk symmetric", ["jwk": ["kty": "oct", "k": "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0"]]),
    ("jwk not on its curve", ["jwk": ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"]]),
    ("crit", ["crit": ["exp"]]),
  ]

  // attack: P-01
  @Test("a proof with an invalid type, algorithm or key is refused", arguments: badHeaders)
  func header(name: String, changes: [String: JSONValue?]) throws {
    #expect(desk.refusal(try desk.proof(header: changes)) == Self.invalid)
  }

  // attack: P-01
  @Test("a proof that contains the private key is refused", arguments: ["d", "k", "p", "oth"])
  func privateKey(member: String) throws {
    var jwk = desk.jwk
    jwk[member] = desk.key.privateJWK()["d"]
    #expect(desk.refusal(try desk.proof(header: ["jwk": .object(jwk)])) == Self.invalid)
  }

  // attack: P-01
  @Test("a proof with a wrong, truncated or missing signature is refused")
  func signature() throws {
    let other = try ProofDesk()
    let good = try desk.proof()
    let cases = [
      try other.proof(header: ["jwk": .object(desk.jwk)]), String(good.dropLast(4)),
      good.split(separator: ".").prefix(2).joined(separator: ".") + ".", "", "a.b.c",
    ]
    for text in cases { #expect(desk.refusal(text) == Self.invalid) }
  }

  static let badClaims: [(String, [String: JSONValue?])] = {
    var cases: [(String, [String: JSONValue?])] = [
      ("jti a number", ["jti": 5]),
      ("jti too long", ["jti": .string(String(repeating: "j", count: 513))]),
      ("nonce a number", ["nonce": 5]), ("ath a number", ["ath": 5]),
    ]
    let values: [(String, JSONValue?)] = [
      ("missing", nil), ("null", .null), ("a list", ["POST"]), ("true", true),
      ("an empty text", ""),
    ]
    for name in ["jti", "htm", "htu", "iat"] {
      cases += values.map { ("\(name) \($0)", [name: $1]) }
    }
    return cases
  }()

  // attack: P-02
  @Test(
    "a proof in which a claim is missing or has the wrong type is refused", arguments: badClaims)
  func claims(name: String, changes: [String: JSONValue?]) throws {
    #expect(desk.refusal(try desk.proof(claims: changes)) == Self.invalid)
  }

  // attack: P-03
  @Test(
    "a proof is valid for its method and its normalized address only",
    arguments: [
      ("POST", "https://id.example/token", true), ("post", "https://id.example/token", false),
      ("GET", "https://id.example/token", false), ("POST", "https://id.example/other", false),
      ("POST", "https://evil.example/token", false), ("POST", "http://id.example/token", false),
      ("POST", "https://id.example/token?x=1", true), ("POST", "https://id.example/token#f", true),
      ("POST", "https://id.example:443/token", true), ("POST", "https://ID.EXAMPLE/token", true),
      ("POST", "https://id.example:8443/token", false),
      ("POST", "https://id.example/token/", false),
      ("POST", "https://id.example/%74oken", true), ("POST", "https://id.example/x/../token", true),
      ("POST", "/token", false), ("POST", "https://u@id.example/token", false),
    ])
  func target(method: String, address: String, isGood: Bool) throws {
    let proof = try desk.proof(claims: ["htm": .string(method), "htu": .string(address)])
    #expect(desk.refusal(proof) == (isGood ? nil : Self.invalid))
  }

  // attack: P-04
  @Test(
    "a proof is valid for a minute",
    arguments: [
      ("1700000000", true), ("1699999990", true), ("1700000010", true), ("1699999940", true),
      ("1699999939", false), ("1700000061", false), ("\"1700000000\"", false), ("1e400", false),
      ("-1", false), ("1700000000.5", true), ("null", false),
    ])
  func age(issuedAt: String, isGood: Bool) throws {
    let head: JSONObject = ["typ": "dpop+jwt", "alg": "ES256", "jwk": .object(desk.jwk)]
    let body = #"{"jti":"j","htm":"POST","htu":"\#(ProofDesk.address)","iat":\#(issuedAt)}"#
    let proof = try desk.sealed(head.serialized(), Array(body.utf8))
    #expect(desk.refusal(proof) == (isGood ? nil : Self.invalid))
  }

  @Test(
    "the claims exp and nbf of a proof are checked if they are present",
    arguments: [
      (["exp": 1_699_999_000], false), (["exp": 1_700_000_100], true),
      (["nbf": 1_700_001_000], false), (["nbf": 1_699_999_999], true), (["exp": "soon"], false),
    ] as [([String: JSONValue?], Bool)])
  func ownTimes(claims: [String: JSONValue?], isGood: Bool) throws {
    #expect((desk.refusal(try desk.proof(claims: claims)) == nil) == isGood)
  }

  // attack: P-06
  @Test("two fields, or one of 64 KB, are refused")
  func fields() throws {
    var head = post("").head
    let good = try desk.proof()
    for values in [[good, good], [good + String(repeating: "A", count: 64 << 10)]] {
      head.headerFields[values: .dPoP] = values
      expectError(Self.invalid) {
        try DPoPProof.Received(in: head, at: ProofDesk.address, now: start)
      }
    }
  }

  @Test("the server determines the accepted algorithms")
  func algorithms() throws {
    let proof = try desk.proof()
    #expect(throws: OAuthError.self) {
      try desk.read(proof, rules: DPoPRules(algorithms: [.edDSA]))
    }
    _ = try desk.read(proof, rules: DPoPRules(algorithms: [.es256]))
  }

  // The comparison of row P-09; the tests of the protected resource cover schemes and responses.
  @Test("a bound token requires a proof with its own key and its own hash")
  func binding() throws {
    let token = Secret("at-1")
    let hash = try UnverifiedJWT(
      DPoPProof(
        key: desk.key, method: "POST", address: ProofDesk.address, accessToken: token,
        environment: .fixed()
      ).text
    ).unverifiedClaimsForDisplay()["ath"]
    let own = TokenConfirmation(thumbprint: desk.key.publicJWK.thumbprint)
    let other = TokenConfirmation(thumbprint: try ProofDesk().key.publicJWK.thumbprint)
    let cases:
      [(ath: JSONValue?, token: String, bound: TokenConfirmation?, code: OAuthError.Code?)] = [
        (hash, "at-1", own, nil), (nil, "at-1", own, .invalidDPoPProof),
        (hash, "at-2", own, .invalidDPoPProof), (hash, "at-1", other, .invalidToken),
        (hash, "at-1", nil, .invalidToken),
        (hash, "at-1", TokenConfirmation(certificateThumbprint: own.thumbprint), .invalidToken),
      ]
    for row in cases {
      let read = try desk.read(try desk.proof(claims: ["ath": row.ath]))
      let error = failure { try read.requireBinding(of: Secret(row.token), to: row.bound) }
      #expect(error?.code == row.3)
      #expect(error == nil || error?.status == 401)
    }
  }

  // The comparison of rows P-07 and P-08; the tests of the authorization server cover the requests.
  @Test("a code that is bound to a key is refused with a proof of another key")
  func grantKey() throws {
    let read = try desk.read(try desk.proof())
    try read.requireKey(desk.key.publicJWK.thumbprint)
    let other = try ProofDesk().key.publicJWK.thumbprint
    expectError(.refused(.invalidGrant, "")) { try read.requireKey(other) }
  }

  // The check of row P-11; the tests of the server cover the field with the new nonce.
  @Test(
    "if a nonce is required, only a current one is accepted",
    arguments: [(nil, false), ("old", false), ("elsewhere", false), ("now", true)]
      as [(String?, Bool)])
  func nonce(given: String?, isGood: Bool) throws {
    let read = try desk.read(try desk.proof(claims: ["nonce": given.map(JSONValue.string)]))
    let error = failure { try read.requireNonce { $0 == "now" } }
    #expect(error == (isGood ? nil : .refused(.useDPoPNonce, "")))
    if let error {
      let (head, body) = RefreshExchange.response(error)
      #expect(head.status.code == 400)
      #expect(body.text.contains("\"use_dpop_nonce\""))
    }
  }

  @Test("the replay key of a proof has a fixed length, and differs for other keys and ids")
  func replayKey() throws {
    let one = try desk.read(try desk.proof())
    let copy = try desk.read(try desk.proof())
    let long = try desk.read(
      try desk.proof(claims: ["jti": .string(String(repeating: "j", count: 512))]))
    let other = try ProofDesk().read(try ProofDesk().proof())
    #expect(one.replayKey == copy.replayKey)
    #expect(Set([one, long, other].map(\.replayKey)).count == 3)
    #expect(Set([one, long, other].map(\.replayKey.count)) == [43])
  }
}
