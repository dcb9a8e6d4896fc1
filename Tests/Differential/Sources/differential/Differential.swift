// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation
import Yardstick

/// Verifies changed tokens with Coatcheck and jwt-kit. Fails if Coatcheck accepts a token that jwt-kit refuses for
/// a reason that is not in ``Difference``, or if the two return different subjects.
///
/// ```
/// differential [COUNT] [SEED]     100,000 and 1 unless given
/// ```
///
/// The keys are generated for the run; the changes depend only on the seed.
@main
struct Differential {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    var run = try await Differential(seed: arguments.count > 1 ? arguments[1] : 1)
    let count = arguments.first ?? 100_000
    for number in 0..<count { try await run.compare(number) }
    run.report(count)
    if run.isFailed { exit(1) }
  }

  private let seed: Int
  private let trusted: [Signer]
  private let untrusted: [Signer]
  private let verifiers: Verifiers
  private var counts: [String: Int] = [:]
  private var both = 0
  private var neither = 0
  private var refused: [String: (count: Int, first: String)] = [:]
  private var accepted: [Difference: Int] = [:]
  private var findings: [String] = []

  private init(seed: Int) async throws {
    self.seed = seed
    let algorithms = ["RS256", "ES256", "EdDSA"]
    trusted = try algorithms.map { try Signer($0, keyID: "key-\($0)") }
    untrusted = try algorithms.map { try Signer($0, keyID: "key-\($0)") }
    verifiers = try await Verifiers(trusted)
  }

  private var isFailed: Bool { !findings.isEmpty || both == 0 }

  private mutating func compare(_ number: Int) async throws {
    var random = SplitMix(seed: UInt64(seed) << 32 | UInt64(number))
    let (token, name) = try token(&random)
    counts[name, default: 0] += 1
    let ours = verifiers.ours(token)
    let theirs = await verifiers.theirs(token)
    switch (ours, theirs) {
    case (.success(let one), .success(let other)):
      both += 1
      if one != other { findings.append("\(name): another subject: \(token)") }
    case (.failure, .failure): neither += 1
    case (.failure(let error), .success):
      refused[error.code.rawValue, default: (0, name)].count += 1
    case (.success, .failure):
      let difference = Difference(header: try? UnverifiedJWT(token).header)
      accepted[difference, default: 0] += 1
      if difference == .unexplained { findings.append("\(name): \(token)") }
    }
  }

  /// A token that is changed before or after it is signed, or signed with another key.
  private func token(_ random: inout SplitMix) throws -> (String, String) {
    let place = random.below(trusted.count)
    var signer = trusted[place]
    var keyID = signer.keyID
    var algorithm = signer.algorithm
    var name = "trusted key"
    switch random.below(10) {
    case 0: (signer, name) = (untrusted[place], "untrusted key")
    case 1: (keyID, name) = (random.pick(trusted).keyID, "another key id")
    case 2:
      algorithm = random.pick([
        "none", "NONE", "HS256", "RS256", "ES256", "EdDSA", "PS256", "RS512", "ES384", "rs256",
        "Ed25519", "",
      ])
      name = "another algorithm"
    case 3:
      (keyID, name) = (random.pick(["", "unknown", "KEY-RS256", "key-RS256 "]), "unknown key id")
    default: break
    }
    let header = #"{"alg":"\#(algorithm)","typ":"JWT","kid":"\#(keyID)"}"#
    let claims =
      #"{"iss":"https://issuer.example","sub":"alice","aud":"client","exp":4102444800,"iat":1700000000,"n":{"a":[1,2]}}"#
    let inHeader = random.below(3) == 0 ? random.pick(JSONMutation.allCases) : .nothing
    let inClaims = random.below(3) == 0 ? random.pick(JSONMutation.allCases) : .nothing
    let form = random.below(2) == 0 ? random.pick(FormMutation.allCases) : .nothing
    let signed = try signer.token(
      header: inHeader.apply(to: header, &random), claims: inClaims.apply(to: claims, &random))
    return (
      form.apply(to: signed, &random),
      "\(name), header \(inHeader.rawValue), claims \(inClaims.rawValue), form \(form.rawValue)"
    )
  }

  private func report(_ count: Int) {
    print("differential: \(count) tokens of seed \(seed), \(counts.count) kinds of change")
    print("  accepted by both, with the same subject: \(both)")
    print("  refused by both: \(neither)")
    let stricter = refused.values.map(\.count).reduce(0, +)
    print("  refused by Coatcheck and accepted by jwt-kit: \(stricter)")
    for (code, of) in refused.sorted(by: { $0.key < $1.key }) {
      print("    \(code): \(of.count), first: \(of.first)")
    }
    print("  accepted by Coatcheck and refused by jwt-kit: \(accepted.values.reduce(0, +))")
    for difference in Difference.allCases {
      if let number = accepted[difference] { print("    \(difference.rawValue): \(number)") }
    }
    for finding in findings.prefix(20) { print("  FINDING \(finding)") }
  }
}
