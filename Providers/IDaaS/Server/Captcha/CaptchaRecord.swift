// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts
package import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension Sealer.Purpose {
  /// The seal of stored puzzles and of the bindings of proofs.
  static let captcha = Sealer.Purpose(rawValue: "captcha")
  /// The signature of a proof of work.
  static let captchaWork = Sealer.Purpose(rawValue: "captcha-work")
}

/// The stored part of a puzzle: its seed, from which the solution follows, and the client and device it
/// is for.
struct KeptPuzzle {
  let seed: [UInt8]
  let binding: CaptchaBinding
}

/// The storage of challenges and proofs. Contents are sealed and handles are stored as digests, so that the
/// solution cannot be read from the store either.
extension IDaaSServer {
  func keep(_ puzzle: KeptPuzzle, under digest: TokenDigest, until end: Date) async throws {
    var json = puzzle.binding.json
    json["seed"] = .string(Base64URL.encode(puzzle.seed))
    try await keep(json, as: .challenge, under: digest, until: end)
  }

  func keep(_ binding: CaptchaBinding, under digest: TokenDigest, until end: Date) async throws {
    try await keep(binding.json, as: .captcha, under: digest, until: end)
  }

  func puzzle(in record: OneTimeRecord) -> KeptPuzzle? { KeptPuzzle(record, sealer) }

  func binding(in record: OneTimeRecord) -> CaptchaBinding? {
    record.opened(by: sealer).flatMap { CaptchaBinding(json: $0) }
  }

  private func keep(
    _ json: JSONObject, as kind: OneTimeRecord.Kind, under digest: TokenDigest, until end: Date
  ) async throws {
    let sealed = try sealer.seal(
      json.serialized(), for: .captcha, context: kind.rawValue + digest.hex)
    try await store.keep(
      OneTimeRecord(
        kind: kind, digest: digest, content: ["sealed": .string(Base64URL.encode(sealed))],
        expiresAt: end))
  }
}

extension KeptPuzzle {
  /// Reads a stored puzzle; nil for anything else.
  init?(_ record: OneTimeRecord, _ sealer: Sealer) {
    guard let json = record.opened(by: sealer), let binding = CaptchaBinding(json: json),
      let seed = try? Base64URL.decode(json["seed"]?.stringValue ?? ""),
      seed.count == SliderPuzzle.seedByteCount
    else { return nil }
    self.init(seed: seed, binding: binding)
  }
}

extension SliderPuzzle {
  /// The solution of a stored puzzle, for tests. It needs the master key.
  ///
  /// - Returns: Nil for a record of another kind, or under another key.
  package static func answer(in record: OneTimeRecord, sealer: Sealer) -> Int? {
    KeptPuzzle(record, sealer).map { answer(seed: $0.seed) }
  }
}

extension OneTimeRecord {
  fileprivate func opened(by sealer: Sealer) -> JSONObject? {
    guard let sealed = try? Base64URL.decode(content["sealed"]?.stringValue ?? ""),
      let bytes = sealer.open(sealed, for: .captcha, context: kind.rawValue + digest.hex)
    else { return nil }
    return try? JSONObject(parsing: bytes)
  }
}
