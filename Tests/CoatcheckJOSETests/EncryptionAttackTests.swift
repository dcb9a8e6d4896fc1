// SPDX-License-Identifier: Apache-2.0

import Crypto
import TestSupport
@testable import CoatcheckJOSE

/// Encrypted tokens that are made to deceive or overload their recipient.
@Suite("attacks on encrypted tokens")
struct EncryptionAttackTests {
  private static let content = Array("attack at dawn, and again at dusk".utf8)

  private static func parts(_ token: String) -> [String] {
    token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  private static func header(_ text: String) -> String {
    Base64URL.encode(text.utf8) + ".AAAA.AAAA.AAAA.AAAA"
  }

  // attack: J-51
  @Test(
    "PBES2 is refused before its iteration count is read",
    arguments: ["10000000", "-1", #""1000""#, "9223372036854775808", "1"])
  func passwords(count: String) {
    for name in ["PBES2-HS256+A128KW", "PBES2-HS384+A192KW", "PBES2-HS512+A256KW"] {
      let token = Self.header(
        #"{"alg":"\#(name)","enc":"A128GCM","p2s":"AAAA","p2c":\#(count)}"#)
      let error = #expect(throws: JOSEError.self) { try UnverifiedJWE(token) }
      #expect(error == JOSEError(.unsupportedAlgorithm, ""))
      #expect(error?.reason.contains("PBES2") == true)
      #expect(KeyManagementAlgorithm(rawValue: name) == nil)
    }
  }

  // attack: J-52
  @Test(
    "compressed content is refused before it is decrypted", arguments: [#""DEF""#, "null", "5"])
  func compressed(value: String) throws {
    // The token is valid except for `zip`, so that it is refused for this parameter only.
    let key = try DecryptionKey.generate(.direct, encryption: .a128GCM)
    let head = Base64URL.encode(#"{"alg":"dir","enc":"A128GCM","zip":\#(value)}"#.utf8)
    guard case .secret(let secret) = key.material else { return }
    let bomb = [UInt8](repeating: 0x78, count: 2048)
    let sealed = try ContentCipher(encryption: .a128GCM, key: secret)
      .seal(bomb, associated: Array(head.utf8))
    let token = [
      head, "", Base64URL.encode(sealed.vector), Base64URL.encode(sealed.ciphertext),
      Base64URL.encode(sealed.tag),
    ].joined(separator: ".")
    let error = #expect(throws: JOSEError.self) { try UnverifiedJWE(token) }
    #expect(error == JOSEError(.compressedContent, ""))
    #expect(error?.reason.contains("zip") == true)
  }

  // attack: J-54
  @Test(
    "an invalid ephemeral key of the sender is refused",
    arguments: AgreementCurve.allCases)
  func ephemeral(curve: AgreementCurve) throws {
    let key = try DecryptionKey.generate(.ecdhES, curve: curve)
    let token = try key.encryptionKey().encrypt(
      Self.content, algorithm: .ecdhES, encryption: .a128GCM)
    let parts = Self.parts(token)
    let genuine = try JSONObject(parsing: Base64URL.decode(parts[0]))
    let epk = try genuine.object("epk")
    func code(_ epk: JSONValue?) -> JOSEError.Code? {
      let head = Base64URL.encode(genuine.setting("epk", epk).serialized())
      let token = ([head] + parts.dropFirst()).joined(separator: ".")
      return refusal {
        try UnverifiedJWE(token).decrypted(by: key, accepting: Fixture.everyEncryption)
      }
    }
    // The point is valid here; only the changed header makes the authentication tag invalid.
    #expect(code(.object(epk.setting("x-note", "x"))) == .decryptionFailed)
    #expect(code(nil) == .invalidHeader)
    #expect(code("epk") == .invalidHeader)
    #expect(code([]) == .invalidHeader)
    #expect(code([:]) == .invalidHeader)
    #expect(code(.object(epk.setting("d", epk["x"]))) == .invalidHeader)
    #expect(code(.object(epk.setting("x", "AAAA"))) == .invalidHeader)
    #expect(code(.object(Fixture.rsa.publicJWK.json)) == .invalidKey)
    for other in AgreementCurve.allCases where other != curve {
      let foreign = AgreementPrivateKey(other).parameters.json
      #expect(code(.object(foreign)) == .invalidKey)
    }
    if let y = epk["y"]?.stringValue {
      var bytes = try Base64URL.decode(y)
      bytes[bytes.count - 1] ^= 1
      #expect(code(.object(epk.setting("y", .string(Base64URL.encode(bytes))))) == .invalidKey)
      let zero = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: bytes.count)))
      #expect(code(.object(epk.setting("x", zero).setting("y", zero))) == .invalidKey)
    }
  }

  // attack: J-54
  @Test(
    "an X25519 point of small order is refused, as ephemeral key and as recipient key",
    arguments: [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
  func smallOrder(point: String) throws {
    let point = KeyParameters.octets(curve: "X25519", x: try Vectors.bytes(hex: point))
    #expect(refusal { try AgreementPrivateKey(.x25519).secret(with: point) } == .invalidKey)
    let recipient = try EncryptionKey(JWK(parsing: point.json))
    #expect(
      refusal { try recipient.encrypt([], algorithm: .ecdhES, encryption: .a128GCM) }
        == .invalidKey)
  }

  // attack: J-56
  @Test("an AES-GCM tag or initialization vector of the wrong length is refused")
  func lengths() throws {
    let key = try DecryptionKey.generate(.a128KW)
    let token = try key.encryptionKey().encrypt(
      Self.content, algorithm: .a128KW, encryption: .a128GCM)
    let parts = Self.parts(token)
    let (vector, tag) = (try Base64URL.decode(parts[2]), try Base64URL.decode(parts[4]))
    func code(vector: [UInt8], tag: [UInt8]) -> JOSEError.Code? {
      let token = [
        parts[0], parts[1], Base64URL.encode(vector), parts[3], Base64URL.encode(tag),
      ].joined(separator: ".")
      return refusal {
        try UnverifiedJWE(token).decrypted(by: key, accepting: Fixture.everyEncryption)
      }
    }
    #expect(code(vector: vector, tag: tag) == nil)
    for count in [0, 4, 8, 12, 15] {
      #expect(code(vector: vector, tag: Array(tag.prefix(count))) == .decryptionFailed)
    }
    #expect(code(vector: vector, tag: tag + [0]) == .decryptionFailed)
    for count in [0, 8, 11, 13, 16] {
      let other = Array((vector + vector).prefix(count))
      #expect(code(vector: other, tag: tag) == .decryptionFailed)
    }
    // For AES-GCM key wrapping, a `tag` or `iv` of another length in the header is refused, too.
    let wrapping = try DecryptionKey.generate(.a128GCMKW)
    let wrapped = try wrapping.encryptionKey().encrypt(
      Self.content, algorithm: .a128GCMKW, encryption: .a128GCM)
    let head = try JSONObject(parsing: Base64URL.decode(Self.parts(wrapped)[0]))
    for (name, count) in [("tag", 0), ("tag", 8), ("tag", 15), ("iv", 0), ("iv", 8), ("iv", 16)] {
      let short = JSONValue.string(Base64URL.encode([UInt8](repeating: 1, count: count)))
      let changed = Base64URL.encode(head.setting(name, short).serialized())
      let token = ([changed] + Self.parts(wrapped).dropFirst()).joined(separator: ".")
      #expect(
        refusal {
          try UnverifiedJWE(token).decrypted(by: wrapping, accepting: Fixture.everyEncryption)
        } == .invalidHeader)
    }
  }

  // attack: J-57
  @Test(
    "every fault of a CBC token is reported by exactly the same error",
    arguments: [ContentEncryption.a128CBCHS256, .a192CBCHS384, .a256CBCHS512])
  func oneError(encryption: ContentEncryption) throws {
    let secret = SymmetricKey(size: .init(bitCount: 128))
    let key = try DecryptionKey(secret: secret.withUnsafeBytes { Array($0) }, algorithm: .a128KW)
    let head = Base64URL.encode(#"{"alg":"A128KW","enc":"\#(encryption.rawValue)"}"#.utf8)
    let content = SymmetricKey(size: .init(bitCount: encryption.keyByteCount * 8))
    let cipher = ContentCipher(encryption: encryption, key: content)
    let good = try cipher.seal(Self.content, associated: Array(head.utf8))
    func error(
      _ sealed: ContentCipher.Sealed, wrapping key2: SymmetricKey? = nil, encrypted: [UInt8]? = nil
    ) throws -> JOSEError? {
      let wrapped = try encrypted ?? KeyWrapping.wrap(key2 ?? content, by: secret)
      let token = [
        head, Base64URL.encode(wrapped), Base64URL.encode(sealed.vector),
        Base64URL.encode(sealed.ciphertext), Base64URL.encode(sealed.tag),
      ].joined(separator: ".")
      do throws(JOSEError) {
        _ = try UnverifiedJWE(token).decrypted(by: key, accepting: Fixture.everyEncryption)
        return nil
      } catch { return error }
    }
    #expect(try error(good) == nil)
    typealias Sealed = ContentCipher.Sealed
    var errors: [JOSEError?] = []
    // An invalid tag.
    errors.append(
      try error(Sealed(vector: good.vector, ciphertext: good.ciphertext, tag: good.tag.reversed())))
    // A valid tag and an invalid padding.
    let forged = try Self.withoutPadding(cipher, head, blocks: 2)
    errors.append(try error(forged))
    // An encrypted key of another length, one that was not wrapped, and a short one.
    errors.append(try error(good, wrapping: SymmetricKey(size: .init(bitCount: 192))))
    errors.append(try error(good, encrypted: [UInt8](repeating: 7, count: 40)))
    errors.append(try error(good, encrypted: [1]))
    // A ciphertext with a partial block or without a block, and an initialization vector of another length.
    errors.append(
      try error(
        Sealed(vector: good.vector, ciphertext: good.ciphertext.dropLast(), tag: good.tag)))
    errors.append(try error(Sealed(vector: good.vector, ciphertext: [], tag: good.tag)))
    errors.append(try error(Sealed(vector: [1], ciphertext: good.ciphertext, tag: good.tag)))
    #expect(Set(errors.map { $0.map(\.description) }).count == 1)
    #expect(errors.allSatisfy { $0 == JOSEError(.decryptionFailed, "") })
  }

  /// A ciphertext with a valid tag and without padding in its last block.
  private static func withoutPadding(
    _ cipher: ContentCipher, _ head: String, blocks: Int
  ) throws -> ContentCipher.Sealed {
    // The last block has only padding. It is removed, and the tag of the rest is computed with the key.
    let plain = [UInt8](repeating: 0xEE, count: 16 * blocks)
    let padded = try cipher.seal(plain, associated: Array(head.utf8))
    return cipher.resealed(Array(padded.ciphertext.dropLast(16)), padded.vector, head)
  }

  @Test(
    "an algorithm that the caller does not accept is refused, although the key fits",
    arguments: [0, 1])
  func agreed(index: Int) throws {
    let key = try DecryptionKey.generate(.ecdhES)
    let token = try UnverifiedJWE(
      key.encryptionKey().encrypt(Self.content, algorithm: .ecdhES, encryption: .a128GCM))
    let accepting: UnverifiedJWE.Algorithms =
      index == 0
      ? (keyManagement: [.ecdhESA128KW], encryption: [.a128GCM])
      : (keyManagement: [.ecdhES], encryption: [.a256GCM])
    #expect(refusal { try token.decrypted(by: key, accepting: accepting) } == .algorithmNotAllowed)
  }

  @Test(
    "an invalid header is refused before a key is selected",
    arguments: [
      (#"{"enc":"A128GCM"}"#, JOSEError.Code.unsupportedAlgorithm),
      (#"{"alg":"dir"}"#, .unsupportedAlgorithm),
      (#"{"alg":"none","enc":"A128GCM"}"#, .unsupportedAlgorithm),
      (#"{"alg":"DIR","enc":"A128GCM"}"#, .unsupportedAlgorithm),
      ("{\"alg\":\"A128\u{212A}W\",\"enc\":\"A128GCM\"}", .unsupportedAlgorithm),
      (#"{"alg":"RS256","enc":"A128GCM"}"#, .unsupportedAlgorithm),
      (#"{"alg":"A128KW","enc":"A128CBC"}"#, .unsupportedAlgorithm),
      (#"{"alg":5,"enc":"A128GCM"}"#, .invalidHeader),
      (#"{"alg":"A128KW","enc":["A128GCM"]}"#, .invalidHeader),
      (#"{"alg":"A128KW","enc":"A128GCM","crit":["exp"],"exp":1}"#, .criticalHeader),
      (#"{"alg":"A128KW","enc":"A128GCM","crit":[]}"#, .criticalHeader),
      (#"{"alg":"A128KW","enc":"A128GCM","kid":5}"#, .invalidHeader),
      (#"{"alg":"A128KW","enc":"A128GCM","cty":null}"#, .invalidHeader),
      (#"{"alg":"A128KW","alg":"dir","enc":"A128GCM"}"#, .duplicateMember),
      (#"["A128KW"]"#, .malformedJSON), (#"{"alg":"dir","enc":"A128GCM"}"#, .malformedToken),
    ])
  func headers(header: String, code: JOSEError.Code) {
    #expect(refusal { try UnverifiedJWE(Self.header(header)) } == code)
  }

  // attack: J-61
  @Test("a token that is too long or does not have five parts is refused")
  func shapes() {
    let head = Base64URL.encode(#"{"alg":"A128KW","enc":"A128GCM"}"#.utf8)
    for text in ["", ".", "....", head, head + "...", head + ".A.A.A", head + ".AA.AA.AA.AA.AA"] {
      #expect(refusal { try UnverifiedJWE(text) } == .malformedToken)
    }
    #expect(refusal { try UnverifiedJWE(String(repeating: ".", count: 10_000_000)) } == .tooLarge)
    let long = head + ".AAAA.AAAA." + String(repeating: "A", count: 17 << 10) + ".AAAA"
    #expect(refusal { try UnverifiedJWE(long) } == .tooLarge)
    let header = Base64URL.encode([UInt8](repeating: 0x20, count: 5 << 10))
    #expect(refusal { try UnverifiedJWE(header + ".AAAA.AAAA.AAAA.AAAA") } == .tooLarge)
  }
}

extension ContentCipher {
  /// Another ciphertext with a valid tag.
  fileprivate func resealed(_ ciphertext: [UInt8], _ vector: [UInt8], _ head: String) -> Sealed {
    let half = encryption.keyByteCount / 2
    let mac = SymmetricKey(data: key.withUnsafeBytes { Array($0.prefix(half)) })
    let bits = UInt64(head.utf8.count) * 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    let input = Array(head.utf8) + vector + ciphertext + length
    let code: [UInt8] =
      switch encryption {
      case .a192CBCHS384: Array(HMAC<SHA384>.authenticationCode(for: input, using: mac))
      case .a256CBCHS512: Array(HMAC<SHA512>.authenticationCode(for: input, using: mac))
      default: Array(HMAC<SHA256>.authenticationCode(for: input, using: mac))
      }
    return Sealed(vector: vector, ciphertext: ciphertext, tag: Array(code.prefix(half)))
  }
}
