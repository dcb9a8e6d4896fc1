// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// The examples in the specifications.
@Suite("examples of the specifications")
struct RFCVectorTests {
  private static let joe: JSONObject = [
    "iss": "joe", "exp": 1_300_819_380, "http://example.com/is_root": true,
  ]

  @Test("RFC 7515 A.2: the RS256 token is verified and reproduced")
  func rs256() throws {
    let key = try VerificationKey(JWK(parsing: Fixture.rsaJWK))
    let verified = try UnverifiedJWT(Fixture.rsaToken).verified(by: key, accepting: [.rs256])
    #expect(verified.claims == Self.joe)
    let parts = Fixture.rsaToken.split(separator: ".")
    let signature = try Fixture.rsa.signature(for: Array("\(parts[0]).\(parts[1])".utf8))
    #expect(Base64URL.encode(signature) == parts[2])
  }

  @Test("RFC 7515 A.3: the ES256 token is verified")
  func es256() throws {
    let key = try VerificationKey(JWK(parsing: Fixture.ecJWK))
    let verified = try UnverifiedJWT(Fixture.ecToken).verified(by: key, accepting: [.es256])
    #expect(verified.claims == Self.joe)
  }

  @Test(
    "the signatures of the cookbook are verified, and the deterministic ones reproduced",
    arguments: [
      "jws/4_1.rsa_v15_signature.json", "jws/4_2.rsa-pss_signature.json",
      "jws/4_3.ecdsa_signature.json", "curve25519/jws.json",
    ])
  func cookbook(file: String) throws {
    let vector = try Vectors.load("jose-cookbook/\(file)")
    let (input, signing) = (try vector.object("input"), try vector.object("signing"))
    let json = try input.object("key").setting("alg", input["alg"])
    let compact = try vector.object("output").text("compact")
    let key = try SigningKey(privateJWK: json)
    let payload = try CompactJWS(compact).verifiedPayload(
      by: VerificationKey(key.publicJWK.with(json["kid"])), accepting: [key.algorithm])
    #expect(String(decoding: payload, as: UTF8.self) == (try input.text("payload")))
    if vector["reproducible"] == true {
      let signature = try key.signature(for: Array(try signing.text("sig-input").utf8))
      #expect(Base64URL.encode(signature) == (try signing.text("sig")))
    }
  }
}

extension JWK {
  /// The key with another `kid`, or without one.
  fileprivate func with(_ keyID: JSONValue?) throws -> JWK {
    try JWK(parsing: json.setting("kid", keyID))
  }
}
