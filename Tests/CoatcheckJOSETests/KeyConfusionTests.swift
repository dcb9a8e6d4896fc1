// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import TestSupport

/// Tokens that try to select the key or the algorithm of their verification.
@Suite("key confusion")
struct KeyConfusionTests {
  private static func rsaEncodings() throws -> [(String, [UInt8])] {
    let json = Fixture.rsa.publicJWK.json
    let modulus = try Base64URL.decode(json.text("n"))
    let key = try _RSA.Signing.PublicKey(n: modulus, e: [1, 0, 1] as [UInt8])
    let pem = key.pemRepresentation.trimmingCharacters(in: .newlines)
    return [
      ("PEM without final newline", Array(pem.utf8)), ("PEM", Array((pem + "\n").utf8)),
      ("SPKI DER", Array(key.derRepresentation)), ("PKCS#1 DER", Array(key.pkcs1DERRepresentation)),
      ("JWK", json.serialized()), ("modulus", modulus),
    ]
  }

  private static func pointEncodings() throws -> [(String, [UInt8])] {
    let ec = Fixture.ec.publicJWK.json
    let point = try Base64URL.decode(ec.text("x")) + Base64URL.decode(ec.text("y"))
    let ed = try Base64URL.decode(Fixture.ed.publicJWK.json.text("x"))
    let name = Array("ssh-ed25519".utf8)
    let wire = [0, 0, 0, 11] + name + [0, 0, 0, 32] + ed
    return [
      ("P-256 point", [4] + point), ("P-256 coordinates", point), ("P-256 JWK", ec.serialized()),
      ("Ed25519 key", ed),
      ("ssh-ed25519", Array("ssh-ed25519 \(Data(wire).base64EncodedString())".utf8)),
    ]
  }

  /// A token with a MAC whose secret is a public value.
  private static func mac(header: JSONObject, secret: [UInt8]) -> String {
    let signed =
      Base64URL.encode(header.serialized()) + "." + Base64URL.encode(Fixture.claims.serialized())
    let mac = HMAC<SHA256>.authenticationCode(
      for: Data(signed.utf8), using: SymmetricKey(data: secret))
    return signed + "." + Base64URL.encode(Array(mac))
  }

  // attack: J-03
  @Test("a MAC keyed with the RSA public key is refused, in each of its encodings")
  func macWithRSAKey() throws {
    let encodings = try Self.rsaEncodings()
    #expect(encodings.count == 6)
    let kid = JSONValue.string(Fixture.rsa.keyID)
    for (name, secret) in encodings {
      let token = Self.mac(header: ["alg": "HS256", "kid": kid], secret: secret)
      let code = refusal(of: token, trusting: Fixture.rsa.trusted)
      #expect(code == .unsupportedAlgorithm, "\(name)")
      let renamed = Self.mac(header: ["alg": "RS256", "kid": kid], secret: secret)
      #expect(refusal(of: renamed, trusting: Fixture.rsa.trusted) == .invalidSignature, "\(name)")
    }
  }

  // attack: J-04
  @Test("a MAC keyed with an elliptic-curve public key is refused, in each of its encodings")
  func macWithCurveKey() throws {
    for (name, secret) in try Self.pointEncodings() {
      for algorithm in ["HS256", "HS384", "HS512", "ES256", "EdDSA"] {
        let token = Self.mac(header: ["alg": .string(algorithm)], secret: secret)
        for key in [Fixture.ec, Fixture.ed] {
          #expect(refusal(of: token, trusting: key.trusted) != nil, "\(name) \(algorithm)")
        }
        if algorithm.hasPrefix("HS") {
          #expect(refusal { try UnverifiedJWT(token) } == .unsupportedAlgorithm)
        }
      }
    }
  }

  // attack: J-03 J-04
  @Test("a public key is not accepted as a secret, in any encoding that can be recognized")
  func publicKeyAsSecret() throws {
    // The bytes of a modulus or point alone cannot be recognized; only the types prevent that confusion.
    let bare = ["modulus", "P-256 point", "P-256 coordinates", "Ed25519 key"]
    var refused = 0
    for (name, bytes) in try Self.rsaEncodings() + Self.pointEncodings()
    where !bare.contains(name) {
      for algorithm in MACAlgorithm.allCases where bytes.count >= algorithm.minimumSecretLength {
        #expect(
          refusal { try MACKey(secret: bytes, algorithm: algorithm) } == .invalidKey, "\(name)")
        refused += 1
      }
    }
    #expect(refused >= 18)
  }

  // attack: J-06
  @Test("a key in the header is not used, whatever its kid is")
  func embeddedKey() throws {
    let attacker = Fixture.attackerEC
    let jwk = JSONValue.object(attacker.publicJWK.json)
    let trusted = Fixture.ec.trusted
    for (kid, code) in [
      (attacker.keyID, JOSEError.Code.keyNotFound), (Fixture.ec.keyID, .invalidSignature),
      (nil, .invalidSignature),
    ] {
      var header: JSONObject = ["alg": "ES256", "jwk": jwk]
      header["kid"] = kid.map(JSONValue.string)
      let token = try attacker.forge(
        header: header.serialized(), payload: Fixture.claims.serialized())
      #expect(refusal(of: token, trusting: trusted) == code)
      #expect(refusal(of: token, trusting: VerificationKeySet(JWKSet(keys: []))) == .keyNotFound)
      // The same header is accepted with the trusted key: the parameter itself is not refused.
      let good = try Fixture.ec.forge(
        header: header.setting("kid", nil).serialized(), payload: Fixture.claims.serialized())
      #expect(refusal(of: good, trusting: trusted) == nil)
    }
  }

  // attack: J-07 J-08
  @Test(
    "a key or certificate that the header refers to is not fetched, and the token is refused",
    arguments: ["jku", "x5u", "x5c", "x5t"])
  func elsewhere(parameter: String) throws {
    let listener = try Listener()
    let attacker = Fixture.attackerEC
    let value: JSONValue =
      switch parameter {
      case "jku", "x5u": .string("http://127.0.0.1:\(listener.port)/evil")
      case "x5c": [.string(Fixture.attackerCertificate)]
      default: .string(Fixture.attackerFingerprint)
      }
    for kid in [attacker.keyID, Fixture.ec.keyID, nil] {
      var header: JSONObject = ["alg": "ES256", parameter: value]
      header["kid"] = kid.map(JSONValue.string)
      let token = try attacker.forge(
        header: header.serialized(), payload: Fixture.claims.serialized())
      let code = refusal(of: token, trusting: Fixture.ec.trusted)
      #expect(code == (kid == attacker.keyID ? .keyNotFound : .invalidSignature))
    }
    #expect(!listener.wasContacted)
  }

  // attack: J-12
  @Test("a key bound to RS256 does not verify a PS256 token of the same modulus")
  func boundToRS256() throws {
    let bound = Fixture.rsaJWK.setting("alg", "RS256")
    let token = try Fixture.pss.forge(#"{"alg":"PS256"}"#)
    let key = try VerificationKey(JWK(parsing: bound))
    #expect(
      refusal { try UnverifiedJWT(token).verified(by: key, accepting: [.ps256, .rs256]) }
        == .algorithmKeyMismatch)
    let set = VerificationKeySet(JWKSet(keys: [try JWK(parsing: bound.setting("kid", "k"))]))
    let named = try Fixture.pss.forge(#"{"alg":"PS256","kid":"k"}"#)
    #expect(refusal(of: named, trusting: set) == .algorithmKeyMismatch)
    #expect(refusal(of: token, trusting: set) == .keyNotFound)
    // Without `alg`, the key verifies the token.
    let unbound = try VerificationKey(JWK(parsing: Fixture.rsaJWK))
    #expect(
      refusal { try UnverifiedJWT(token).verified(by: unbound, accepting: [.ps256]) } == nil)
  }

  // attack: J-13
  @Test("a token is refused unless its algorithm is accepted and is that of the key")
  func oneValue() throws {
    let token = try Fixture.ec.forge(#"{"alg":"ES256","kid":"k"}"#)
    let jwk = Fixture.ecJWK.setting("kid", "k").setting("alg", "RS256")
    let set = VerificationKeySet(JWKSet(keys: [try JWK(parsing: jwk)]))
    for accepted in [[SignatureAlgorithm.es256], [.es256, .rs256]] {
      #expect(
        refusal { try UnverifiedJWT(token).verified(by: set, accepting: Set(accepted)) }
          == .algorithmKeyMismatch)
    }
    let single = try VerificationKey(JWK(parsing: jwk))
    #expect(
      refusal { try UnverifiedJWT(token).verified(by: single, accepting: [.es256]) }
        == .algorithmKeyMismatch)
  }

  // attack: J-14
  @Test("an algorithm is refused with a key on another curve")
  func curves() throws {
    let p384 = P384.Signing.PrivateKey()
    let point = Array(p384.publicKey.rawRepresentation)
    let json: JSONObject = [
      "kty": "EC", "crv": "P-384", "kid": "k", "x": .string(Base64URL.encode(point.prefix(48))),
      "y": .string(Base64URL.encode(point.suffix(48))),
    ]
    func token(_ algorithm: String) throws -> String {
      let signed =
        Base64URL.encode(#"{"alg":"\#(algorithm)","kid":"k"}"#.utf8) + ".e30"
      let signature = try p384.signature(for: Data(signed.utf8)).rawRepresentation
      return signed + "." + Base64URL.encode(signature)
    }
    let set = VerificationKeySet(JWKSet(keys: [try JWK(parsing: json)]))
    #expect(refusal(of: try token("ES256"), trusting: set) == .algorithmKeyMismatch)

    let p256 = Fixture.ecJWK.setting("kid", "k")
    let p256Set = VerificationKeySet(JWKSet(keys: [try JWK(parsing: p256)]))
    #expect(refusal(of: try token("ES384"), trusting: p256Set) == .algorithmKeyMismatch)
    let named = try Fixture.ec.forge(#"{"alg":"EdDSA","kid":"k"}"#)
    #expect(refusal(of: named, trusting: p256Set) == .algorithmKeyMismatch)
    let key = try VerificationKey(JWK(parsing: p256))
    #expect(
      refusal { try UnverifiedJWT(named).verified(by: key, accepting: Fixture.everything) }
        == .algorithmKeyMismatch)
  }

  // attack: J-38
  @Test(
    "a kid that looks like a path, SQL or a shell command is an unknown key",
    arguments: [
      Case("path", ("../../../../etc/passwd", .keyNotFound)),
      Case("SQL", ("' OR 1=1--", .keyNotFound)), Case("shell", ("$(id)", .keyNotFound)),
      Case("empty", ("", .keyNotFound)), Case("NUL", ("a\u{0}b", .keyNotFound)),
      Case("1 MiB", (.string(String(repeating: "k", count: 1 << 20)), .tooLarge)),
      Case("number", (5, .invalidHeader)), Case("null", (.null, .invalidHeader)),
      Case("array", (["k"], .invalidHeader)),
    ] as [Case<(JSONValue, JOSEError.Code)>])
  func strangeKeyID(row: Case<(JSONValue, JOSEError.Code)>) throws {
    let (kid, code) = row.value
    let header: JSONObject = ["alg": "ES256", "kid": kid]
    let token = try Fixture.ec.forge(header: header.serialized(), payload: Array("{}".utf8))
    #expect(refusal(of: token, trusting: Fixture.ec.trusted) == code)
  }
}
