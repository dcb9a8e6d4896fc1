// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// The signature vectors of Wycheproof for P-256 (r and s) and Ed25519, without a JWS around them.
@Suite("Wycheproof curve signatures")
struct WycheproofCurveTests {
  /// Counts the accepted and refused signatures, and records each result that differs from the file.
  private func run(
    _ file: String, _ algorithm: SignatureAlgorithm
  ) throws -> (accepted: Int, refused: Int) {
    var (accepted, refused) = (0, 0)
    for group in try Vectors.load("wycheproof/\(file)").objects("testGroups") {
      let jwk = try group["publicKeyJwk"]?.objectValue ?? Self.jwk(group.object("publicKey"))
      let key = try VerificationKey(JWK(parsing: jwk))
      for vector in try group.objects("tests") {
        let signature = try Vectors.bytes(hex: vector.text("sig"))
        let message = try Vectors.bytes(hex: vector.text("msg"))
        let isValid = message.withUnsafeBytes {
          key.material.isValid(signature, for: $0, algorithm: algorithm)
        }
        if isValid { accepted += 1 } else { refused += 1 }
        let (result, comment) = (try vector.text("result"), try vector.text("comment"))
        #expect(isValid == (result == "valid"), "\(comment)")
      }
    }
    return (accepted, refused)
  }

  /// The key of a group. Some groups have only the uncompressed point: 04, x and y.
  private static func jwk(_ key: JSONObject) throws -> JSONObject {
    let point = try Vectors.bytes(hex: key.text("uncompressed"))
    return [
      "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(point[1...32])),
      "y": .string(Base64URL.encode(point[33...])),
    ]
  }

  @Test("ECDSA on P-256 with SHA-256")
  func p256() throws {
    #expect(try run("ecdsa_secp256r1_sha256_p1363_test.json", .es256) == (173, 89))
  }

  @Test("Ed25519")
  func ed25519() throws {
    #expect(try run("ed25519_test.json", .edDSA) == (88, 63))
  }

  // attack: J-46
  @Test("an unreduced s, a non-canonical point R and a public key of small order are refused")
  func ed25519Ranges() throws {
    // s + L for the s of a valid signature: the same number modulo L, not reduced.
    let order = try Vectors.bytes(
      hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
    let message = Array("message".utf8)
    let genuine = try Fixture.ed.signature(for: message)
    let key = try VerificationKey(Fixture.ed.publicJWK)
    func isValid(_ signature: [UInt8]) -> Bool {
      message.withUnsafeBytes { key.material.isValid(signature, for: $0, algorithm: .edDSA) }
    }
    #expect(isValid(genuine))
    var (tooBig, carry) = (genuine, 0)
    for index in 0..<32 {
      let sum = Int(genuine[32 + index]) + Int(order[index]) + carry
      tooBig[32 + index] = UInt8(sum & 0xFF)
      carry = sum >> 8
    }
    #expect(carry == 0)
    #expect(!isValid(tooBig))
    // y = p + 1, an unreduced encoding of 1. If it was accepted, s = 0 with the neutral element as R would
    // be a valid signature.
    let unreduced = [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    #expect(!isValid(unreduced + [UInt8](repeating: 0, count: 32)))
    #expect(!isValid(unreduced + genuine.suffix(32)))
    _ = try run("ed25519_test.json", .edDSA)

    for y in Self.smallOrder {
      for sign: UInt8 in [0, 0x80] {
        var point = try Vectors.bytes(hex: y)
        point[31] |= sign
        let jwk: JSONObject = [
          "kty": "OKP", "crv": "Ed25519", "x": .string(Base64URL.encode(point)),
        ]
        #expect(refusal { try VerificationKey(JWK(parsing: jwk)) } == .invalidKey)
      }
    }
  }

  /// The points of order 1, 2, 4 and 8, also with a y that is not reduced modulo 2^255 - 19.
  private static let smallOrder = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ]
}
