// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import CryptoExtras
import Foundation

/// The processor time of the verification of a token and of the whole check of an ID token, compared with
/// that of the signature alone.
///
/// "Raw" is the minimum of every implementation: SHA-256 of the signing input and the verification by
/// swift-crypto, with the key imported and the parts decoded in advance.
enum TokenCheckBenchmark {
  static let count = 300

  static func run(rounds: Int) throws {
    print("token verification (processor time per token, \(rounds) interleaved rounds of \(count))")
    for algorithm in [SignatureAlgorithm.rs256, .es256, .edDSA] {
      let key = try SigningKey.generate(algorithm)
      let compact = try key.sign(claims, type: "JWT")
      let keys = VerificationKeySet(JWKSet(keys: [key.publicJWK]))
      let raw = try rawVerification(of: compact, key: key.publicJWK)
      let rules = try rules(algorithm)
      var verified = Measurement("\(algorithm.rawValue): read and verified")
      var whole = Measurement("\(algorithm.rawValue): the same, every rule checked")
      var bare = Measurement("\(algorithm.rawValue): raw verification with SHA-256")
      for _ in 0..<rounds {
        verified.add(
          try nanoseconds {
            let token = try UnverifiedJWT(compact).verified(by: keys, accepting: [algorithm])
            return token.claims.count == 12
          })
        whole.add(
          try nanoseconds {
            let token = try UnverifiedJWT(compact).verified(by: keys, accepting: [algorithm])
            return try rules.check(token).subject == "248289761001"
          })
        bare.add(try nanoseconds(raw))
      }
      print(verified.line)
      print(whole.line)
      print(bare.line)
      print(rate(of: verified, "verified", to: bare, wanted: "0.85"))
      print(rate(of: whole, "with the rules", to: bare, wanted: "0.8"))
    }
    try keySet(rounds: rounds)
  }

  /// A line that compares a measurement with the raw verification, also by the median of the ratios of
  /// corresponding rounds.
  static func rate(
    of one: Measurement, _ name: String, to bare: Measurement, wanted: String
  ) -> String {
    let ratios = zip(bare.rounds, one.rounds).map { $0 / $1 }.sorted()
    return "  rate of raw, \(name): "
      + String(
        format: "%.2f by best, %.2f by median of the rounds' ratios", bare.best / one.best,
        ratios[ratios.count / 2]) + " (wanted: at least \(wanted))"
  }

  /// A set of 100 keys, of all three kinds, read and imported.
  private static func keySet(rounds: Int) throws {
    // Four RSA keys under thirty-four key ids: the generation of a key takes a tenth of a second.
    let rsa = try (0..<4).map { _ in try SigningKey.generate(.rs256).publicJWK.json }
    let entries = try (0..<JWKSet.maximumCount).map { number in
      var json: JSONObject
      switch number % 3 {
      case 0: json = rsa[number % 4]
      case 1: json = try SigningKey.generate(.es256).publicJWK.json
      default: json = try SigningKey.generate(.edDSA).publicJWK.json
      }
      json["kid"] = .string("key-\(number)")
      return JSONValue.object(json)
    }
    let text = Data((["keys": .array(entries)] as JSONObject).serialized())
    var measured = Measurement("JWK Set of 100 keys, read and imported")
    for _ in 0..<rounds {
      let start = processorTime()
      for _ in 0..<10 {
        let keys = VerificationKeySet(try JWKSet(parsing: text))
        guard keys.keyIDs.count == 100 else { throw Failure(text: "a key was left out") }
      }
      measured.add((processorTime() - start) / 10 * 1e9)
    }
    print(measured.line + " (wanted: less than 1 ms)")
  }

  static func nanoseconds(_ body: () throws -> Bool) throws -> Double {
    let start = processorTime()
    for _ in 0..<count {
      guard try body() else { throw Failure(text: "a token that is right was refused") }
    }
    return (processorTime() - start) / Double(count) * 1e9
  }

  /// Twelve claims, 494 bytes: the shape of the tokens of large providers.
  private static let claims: JSONObject = [
    "iss": "https://accounts.idp.example", "sub": "248289761001", "aud": "s6BhdRkqt3",
    "azp": "s6BhdRkqt3", "nonce": "n-0S6_WzA2Mj-0123456789abcdef", "exp": 1_700_003_600,
    "iat": 1_700_000_000, "auth_time": 1_699_999_990, "email": "jane.doe@idp.example",
    "email_verified": true, "name": "Jane Doe",
    "picture": "https://images.idp.example/users/248289761001/picture/large.jpg",
  ]

  private static func rules(_ algorithm: SignatureAlgorithm) throws -> IDTokenRules {
    try IDTokenRules(
      issuer: Issuer("https://accounts.idp.example"), clientID: "s6BhdRkqt3",
      nonce: Secret("n-0S6_WzA2Mj-0123456789abcdef"), algorithms: [algorithm],
      now: Date(timeIntervalSince1970: 1_700_000_010))
  }

  static func rawVerification(of compact: String, key: JWK) throws -> () -> Bool {
    let parts = compact.split(separator: ".")
    let input = Data((parts[0] + "." + parts[1]).utf8)
    let signature = try Data(Base64URL.decode(parts[2]))
    func number(_ name: String) throws -> [UInt8] {
      try Base64URL.decode(key.json[name]?.stringValue ?? "")
    }
    if key.json["kty"]?.stringValue == "RSA" {
      let key = try _RSA.Signing.PublicKey(n: number("n"), e: number("e"))
      let parsed = _RSA.Signing.RSASignature(rawRepresentation: signature)
      return {
        key.isValidSignature(parsed, for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5)
      }
    }
    if key.json["kty"]?.stringValue == "OKP" {
      let key = try Curve25519.Signing.PublicKey(rawRepresentation: number("x"))
      return { key.isValidSignature(signature, for: input) }
    }
    let point = try [4] + number("x") + number("y")
    let key = try P256.Signing.PublicKey(x963Representation: point)
    let parsed = try P256.Signing.ECDSASignature(rawRepresentation: signature)
    return { key.isValidSignature(parsed, for: SHA256.hash(data: input)) }
  }
}

/// The reason why a benchmark cannot continue.
struct Failure: Error { let text: String }
