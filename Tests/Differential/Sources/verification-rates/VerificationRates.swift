// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Crypto
import CryptoExtras
import Foundation
import JWTKit
import Yardstick

/// Measures the verification of one token by Coatcheck, jwt-kit and swift-crypto, in interleaved rounds.
///
/// "Raw" is the minimum of every implementation: SHA-256 of the signing input and the verification by
/// swift-crypto, with an imported key and decoded parts. Both libraries return the claims.
@main
struct VerificationRates {
  private static let count = 100

  static func main() async throws {
    let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 60
    print(
      "verification of one token (processor time per token, \(rounds) interleaved rounds of \(count))"
    )
    for algorithm in ["RS256", "ES256", "EdDSA"] {
      let signer = try Signer(algorithm, keyID: "key")
      let token = try signer.token(
        header: Data(#"{"alg":"\#(algorithm)","typ":"JWT","kid":"key"}"#.utf8),
        claims: Data(claims.utf8))
      let verifiers = try await Verifiers([signer])
      let raw = try raw(token, signer)
      var (bare, ours, theirs): ([Double], [Double], [Double]) = ([], [], [])
      for _ in 0..<rounds {
        bare.append(try await nanoseconds { raw() })
        ours.append(try await nanoseconds { isRight(verifiers.ours(token)) })
        theirs.append(try await nanoseconds { isRight(await verifiers.theirs(token)) })
      }
      print(line("\(algorithm): raw", bare, bare))
      print(line("\(algorithm): Coatcheck", ours, bare))
      print(line("\(algorithm): jwt-kit", theirs, bare))
    }
  }

  private static func isRight(_ result: Result<String?, some Error>) -> Bool {
    if case .success("248289761001") = result { true } else { false }
  }

  private nonisolated(nonsending) static func nanoseconds(
    _ body: () async -> Bool
  ) async throws -> Double {
    let start = clock()
    for _ in 0..<count {
      guard await body() else { throw Wrong() }
    }
    return Double(clock() - start) * 1e9 / Double(CLOCKS_PER_SEC) / Double(count)
  }

  /// The median of the rounds' ratios, which a single slow round does not change.
  private static func line(_ name: String, _ times: [Double], _ raw: [Double]) -> String {
    let ratios = zip(raw, times).map { $0 / $1 }.sorted()
    let median = times.sorted()[times.count / 2]
    return "  " + name.padding(toLength: 20, withPad: " ", startingAt: 0)
      + String(
        format:
          "best %8.0f ns, median %8.0f ns, rate of raw %.2f by best, %.2f by median of ratios",
        times.min() ?? .nan, median, (raw.min() ?? .nan) / (times.min() ?? .nan),
        ratios[ratios.count / 2])
  }

  private static func raw(_ token: String, _ signer: Signer) throws -> () -> Bool {
    let parts = token.split(separator: ".")
    let input = Data((parts[0] + "." + parts[1]).utf8)
    let signature = try Data(Base64URL.decode(parts[2]))
    switch signer.material {
    case .rsa(let key):
      let parsed = _RSA.Signing.RSASignature(rawRepresentation: signature)
      let key = key.publicKey
      return {
        key.isValidSignature(parsed, for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5)
      }
    case .p256(let key):
      let parsed = try P256.Signing.ECDSASignature(rawRepresentation: signature)
      let key = key.publicKey
      return { key.isValidSignature(parsed, for: SHA256.hash(data: input)) }
    case .ed25519(let key):
      let key = key.publicKey
      return { key.isValidSignature(signature, for: input) }
    }
  }

  /// Twelve claims, as in the tokens of large providers.
  private static let claims = """
    {"iss":"https://accounts.idp.example","sub":"248289761001","aud":"s6BhdRkqt3","azp":"s6BhdRkqt3",\
    "nonce":"n-0S6_WzA2Mj-0123456789abcdef","exp":4102444800,"iat":1700000000,"auth_time":1699999990,\
    "email":"jane.doe@idp.example","email_verified":true,"name":"Jane Doe",\
    "picture":"https://images.idp.example/users/248289761001/picture/large.jpg"}
    """
}

/// A valid token was refused.
private struct Wrong: Error {}
