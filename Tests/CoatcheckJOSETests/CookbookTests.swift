// SPDX-License-Identifier: Apache-2.0

import TestSupport
@testable import CoatcheckJOSE

/// Every file of the JOSE cookbook (RFC 7520 and its successors) is read, or is refused for the reason in
/// its row.
@Suite("the JOSE cookbook")
struct CookbookTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let file: String
    /// The code of the error, with the reason in `because`; `nil` for a file that is read.
    var refused: JOSEError.Code?
    var because = ""

    var testDescription: String { file }

    init(_ file: String, refused: JOSEError.Code? = nil, because: String = "") {
      self.file = file
      self.refused = refused
      self.because = because
    }
  }

  private static let jsonOnly = "only a JSON serialisation exists, and a token is compact"
  private static let detached = "content that is not in the token was not signed by a token"

  static let signed = [
    Row("jws/4_1.rsa_v15_signature.json"), Row("jws/4_2.rsa-pss_signature.json"),
    Row("jws/4_3.ecdsa_signature.json"), Row("jws/4_4.hmac-sha2_integrity_protection.json"),
    Row(
      "jws/4_5.signature_with_detached_content.json", refused: .malformedToken, because: detached),
    Row(
      "jws/4_6.protecting_specific_header_fields.json", refused: .malformedToken, because: jsonOnly),
    Row("jws/4_7.protecting_content_only.json", refused: .malformedToken, because: jsonOnly),
    Row("jws/4_8.multiple_signatures.json", refused: .malformedToken, because: jsonOnly),
    Row("curve25519/jws.json"),
    Row(
      "rfc7797/4.2.hmac-sha2_b64_false.json", refused: .malformedToken, because: jsonOnly),
    Row(
      "rfc7797/hmac-sha2_b64_false.json", refused: .criticalHeader,
      because: "b64 is not understood: a payload that is not encoded could hold a dot"),
  ]

  static let encrypted = [
    Row(
      "jwe/5_1.key_encryption_using_rsa_v15_and_aes-hmac-sha2.json", refused: .unsupportedAlgorithm,
      because: "RSA1_5: RFC 8725 §3.2"),
    Row("jwe/5_2.key_encryption_using_rsa-oaep_with_aes-gcm.json"),
    Row(
      "jwe/5_3.key_wrap_using_pbes2-aes-keywrap_with-aes-cbc-hmac-sha2.json",
      refused: .unsupportedAlgorithm,
      because: "PBES2: the sender chooses how long this side computes"),
    Row(
      "jwe/5_4.key_agreement_with_key_wrapping_using_ecdh-es_and_aes-keywrap_with_aes-gcm.json"),
    Row("jwe/5_5.key_agreement_using_ecdh-es_with_aes-cbc-hmac-sha2.json"),
    Row("jwe/5_6.direct_encryption_using_aes-gcm.json"),
    Row("jwe/5_7.key_wrap_using_aes-gcm_keywrap_with_aes-cbc-hmac-sha2.json"),
    Row("jwe/5_8.key_wrap_using_aes-keywrap_with_aes-gcm.json"),
    Row(
      "jwe/5_9.compressed_content.json", refused: .compressedContent, because: "zip: RFC 8725 §3.6"),
    Row(
      "jwe/5_10.including_additional_authentication_data.json", refused: .malformedToken,
      because: jsonOnly),
    Row(
      "jwe/5_11.protecting_specific_header_fields.json", refused: .malformedToken, because: jsonOnly
    ),
    Row("jwe/5_12.protecting_content_only.json", refused: .malformedToken, because: jsonOnly),
    Row(
      "jwe/5_13.encrypting_to_multiple_recipients.json", refused: .malformedToken, because: jsonOnly
    ),
    Row("curve25519/ecdh-es.json"),
  ]

  /// The compact form, or one of the JSON forms if the vector has no compact form.
  private static func text(_ vector: JSONObject) throws -> String {
    let output = try vector.object("output")
    if let compact = output["compact"]?.stringValue { return compact }
    let json = try output["json"]?.objectValue ?? output.object("json_flat")
    return String(decoding: json.serialized(), as: UTF8.self)
  }

  private static func payload(_ text: String, _ json: JSONObject) throws -> [UInt8] {
    if json["kty"] == "oct" {
      return try UnverifiedMACToken(text).verifiedPayload(by: MACKey(jwk: json))
    }
    let key = try VerificationKey(JWK(parsing: json))
    return Array(try CompactJWS(text).verifiedPayload(by: key, accepting: Fixture.everything))
  }

  // attack: J-11
  @Test("each signed example is verified or refused as its row states", arguments: signed)
  func signature(row: Row) throws {
    let vector = try Vectors.load("jose-cookbook/\(row.file)")
    let text = try Self.text(vector)
    let input = try vector.object("input")
    #expect((row.refused == nil) == row.because.isEmpty)
    if let refused = row.refused {
      // These tokens have a MAC, so that the reader of signed tokens may also refuse their algorithm.
      #expect(refusal { try UnverifiedMACToken(text) } == refused)
      #expect([refused, .unsupportedAlgorithm].contains(refusal { try CompactJWS(text) }))
      return
    }
    let key = try input.object("key").setting("alg", input["alg"])
    #expect(
      String(decoding: try Self.payload(text, key), as: UTF8.self) == (try input.text("payload")))
  }

  @Test("each encrypted example is decrypted or refused as its row states", arguments: encrypted)
  func encryption(row: Row) throws {
    let vector = try Vectors.load("jose-cookbook/\(row.file)")
    let text = try Self.text(vector)
    let input = try vector.object("input")
    #expect((row.refused == nil) == row.because.isEmpty)
    if let refused = row.refused {
      #expect(refusal { try UnverifiedJWE(text) } == refused)
      return
    }
    let key = try DecryptionKey(privateJWK: input.object("key"))
    let content = try UnverifiedJWE(text).decrypted(
      by: DecryptionKeySet([key]), accepting: Fixture.everyEncryption)
    #expect(String(decoding: content, as: UTF8.self) == (try input.text("plaintext")))
  }

  @Test("the nested example is decrypted and verified")
  func nested() throws {
    let vector = try Vectors.load("jose-cookbook/6.nesting_signatures_and_encryption.json")
    let (inner, outer) = (try vector.object("sign"), try vector.object("encrypt"))
    let signer = try JWK(parsing: inner.object("input").object("key"))
    let own = try DecryptionKey(privateJWK: outer.object("input").object("key"))
    let compact = try outer.object("output").text("compact")
    let token = try UnverifiedNestedJWT(compact).verified(
      openedBy: DecryptionKeySet([own]), accepting: Fixture.everyEncryption,
      signedBy: VerificationKeySet(JWKSet(keys: [signer])), accepting: [.ps256])
    #expect(token.claims["iss"] == "hobbiton.example")
    #expect(token.compact == (try inner.object("output").text("compact")))
  }

  @Test(
    "each key is imported by the type for its use",
    arguments: [
      "3_1.ec_public_key", "3_2.ec_private_key", "3_3.rsa_public_key", "3_4.rsa_private_key",
      "3_5.symmetric_key_mac_computation", "3_6.symmetric_key_encryption",
    ])
  func keys(name: String) throws {
    let json = try Vectors.load("jose-cookbook/jwk/\(name).json")
    switch name {
    case "3_1.ec_public_key", "3_3.rsa_public_key":
      let jwk = try JWK(parsing: json)
      #expect(try VerificationKey(jwk).jwk.json == json)
      #expect(refusal { try SigningKey(privateJWK: json) } == .invalidKey)
      #expect(refusal { try EncryptionKey(jwk) } == .invalidKey)
    case "3_2.ec_private_key", "3_4.rsa_private_key":
      let key = try SigningKey(privateJWK: json)
      for (member, value) in json { #expect(key.privateJWK()[member] == value, "\(member)") }
      #expect(refusal { try DecryptionKey(privateJWK: json) } == .invalidKey)
    case "3_5.symmetric_key_mac_computation":
      #expect(try MACKey(jwk: json).algorithm == .hs256)
      #expect(refusal { try JWK(parsing: json) } == .invalidKey)
      #expect(refusal { try DecryptionKey(privateJWK: json) } == .invalidKey)
    default:
      // The `alg` names a content encryption, so that this is a key for `dir`.
      let key = try DecryptionKey(privateJWK: json)
      #expect(try key.privateJWK()["k"] == json["k"])
      #expect(refusal { try MACKey(jwk: json) } == .invalidKey)
    }
  }

  @Test("the tables contain every file of the folders")
  func complete() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Vectors/jose-cookbook").standardizedFileURL
    var files: Set<String> = []
    for part in ["jws", "jwe", "curve25519", "rfc7797"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: part).path)
      for name in names where name.hasSuffix(".json") { files.insert("\(part)/\(name)") }
    }
    #expect(Set((Self.signed + Self.encrypted).map(\.file)) == files)
    #expect(files.count == 25)
  }
}
