// SPDX-License-Identifier: Apache-2.0

import TestSupport

@Suite("DPoP proofs, as a client makes them")
struct DPoPProofTests {
  private func parts(_ proof: DPoPProof) throws -> (header: JSONObject, claims: JSONObject) {
    let token = try UnverifiedJWT(proof.text)
    return (token.header.json, try token.unverifiedClaimsForDisplay())
  }

  @Test(
    "a proof contains the public key without metadata", arguments: SignatureAlgorithm.allCases
  )
  func header(algorithm: SignatureAlgorithm) throws {
    let key = try SigningKey.generate(algorithm)
    let proof = try DPoPProof(
      key: key, method: "POST", address: ProofDesk.address, environment: .fixed())
    let (header, claims) = try parts(proof)
    #expect(Set(header.names) == ["typ", "alg", "jwk"])
    #expect(header["typ"] == "dpop+jwt")
    #expect(header["alg"]?.stringValue == algorithm.rawValue)
    let jwk = try #require(header["jwk"]?.objectValue)
    #expect(try JWK(parsing: jwk).thumbprint == key.publicJWK.thumbprint)
    #expect(Set(jwk.names).isSubset(of: ["kty", "crv", "x", "y", "n", "e"]))
    #expect(Set(claims.names) == ["jti", "htm", "htu", "iat"])
    #expect(claims["iat"]?.intValue == 1_700_000_000)
    #expect(claims["jti"]?.stringValue == proof.id)
    #expect(!"\(proof) \(String(reflecting: proof))".contains(proof.text))
  }

  // attack: C-79
  @Test(
    "the claim htu is normalized, without query, fragment and default port",
    arguments: [
      ("https://h:443/a?b=c#d", "https://h/a"), ("HTTPS://H.Example/a", "https://h.example/a"),
      ("http://localhost:80/x", "http://localhost/x"), ("https://h:8443/a", "https://h:8443/a"),
      ("https://h", "https://h/"), ("https://h?q=1", "https://h/"),
      ("https://h/%7euser/%c3%a9", "https://h/~user/%C3%A9"),
      ("https://h/a/./b/../c", "https://h/a/c"), ("https://h/a/..", "https://h/"),
      ("https://h/a/b/.", "https://h/a/b/"), ("https://h/../../x", "https://h/x"),
      ("https://h//a//b/", "https://h//a//b/"), ("https://[::1]:443/a", "https://[::1]/a"),
      ("https://h/a%2Fb%2e", "https://h/a%2Fb."),
    ])
  func address(given: String, expected: String) throws {
    let key = try SigningKey.generate(.es256)
    let proof = try DPoPProof(key: key, method: "GET", address: given, environment: .fixed())
    #expect(try parts(proof).claims["htu"]?.stringValue == expected)
    #expect(try parts(proof).claims["htm"]?.stringValue == "GET")
  }

  // attack: C-79
  @Test("10,000 proofs have distinct ids of 128 bits")
  func ids() throws {
    let key = try SigningKey.generate(.edDSA)
    var seen: Set<String> = []
    for _ in 0..<10_000 {
      let proof = try DPoPProof(
        key: key, method: "GET", address: ProofDesk.address, environment: .live)
      seen.insert(proof.id)
      try #require(try Base64URL.decode(proof.id).count == 16)
    }
    #expect(seen.count == 10_000)
  }

  // attack: C-79
  @Test("a proof contains the nonce and the hash of the access token as in RFC 9449 §7.1")
  func accessTokenHash() throws {
    let proof = try DPoPProof(
      key: SigningKey.generate(.es256), method: "GET",
      address: "https://resource.example.org/protectedresource",
      accessToken: Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"),
      nonce: DPoPNonce("eyJ7S_zG.eyJH0-Z.HX4w-7v"), environment: .fixed())
    let (_, claims) = try parts(proof)
    #expect(claims["ath"] == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    #expect(claims["nonce"] == "eyJ7S_zG.eyJH0-Z.HX4w-7v")
  }

  @Test(
    "an invalid method or address is refused before anything is signed",
    arguments: [
      ("", ProofDesk.address, "method"), ("GET ", ProofDesk.address, "method"),
      ("GET", "h/a", "address"), ("GET", "ftp://h/a", "address"),
      ("GET", "https://u:p@h/a", "address"), ("GET", "https://h/a b", "address"),
    ])
  func misuse(method: String, address: String, parameter: String) throws {
    let key = try SigningKey.generate(.es256)
    expectError(.misused("", ""), naming: parameter) {
      try DPoPProof(key: key, method: method, address: address, environment: .fixed())
    }
  }

  // attack: C-78
  @Test(
    "a nonce with forbidden characters or of more than 1024 bytes is invalid",
    arguments: [
      "", "a b", "a\r\nX: y", "a\"b", "a\\b", "é", "\u{0}", String(repeating: "n", count: 1025),
      String(repeating: "n", count: 200 << 10),
    ])
  func badNonce(text: String) {
    #expect(DPoPNonce(text) == nil)
  }

  @Test("a nonce is read from a single DPoP-Nonce field")
  func nonceField() {
    var fields: HTTPFields = [.dPoPNonce: "n-1"]
    #expect(DPoPNonce(in: fields)?.text == "n-1")
    fields.append(HTTPField(name: .dPoPNonce, value: "n-2"))
    #expect(DPoPNonce(in: fields) == nil)
    #expect(DPoPNonce(in: [:]) == nil)
  }
}
