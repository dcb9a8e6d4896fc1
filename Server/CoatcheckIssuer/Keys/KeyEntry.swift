// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckFoundation

/// A signing key, and the time from which it signs.
///
/// No other state is stored. Which key signs, which keys are announced and which are still published
/// follows from these times alone, so that all nodes agree, also after a clock was set wrongly.
struct KeyEntry: Sendable {
  let key: SigningKey
  /// When it begins to sign; nil for a key of an older version, which signs until the next key does.
  var from: Date?

  /// ``from``, or the distant past without one.
  var start: Date { from ?? .distantPast }

  private var json: JSONValue {
    var json: JSONObject = ["jwk": .object(key.privateJWK())]
    json["from"] = from.map(JSONValue.seconds)
    return .object(json)
  }

  /// The stored form. It holds private keys and must be sealed before it leaves the process.
  static func stored(_ entries: [KeyEntry]) -> [UInt8] {
    JSONObject(dictionaryLiteral: ("keys", .array(entries.map(\.json)))).serialized()
  }

  /// Reads the stored form.
  static func read(_ bytes: [UInt8]) throws(JOSEError) -> [KeyEntry] {
    var entries: [KeyEntry] = []
    for entry in try JSONObject(parsing: bytes)["keys"]?.arrayValue ?? [] {
      guard let object = entry.objectValue, let jwk = object["jwk"]?.objectValue else { continue }
      entries.append(
        KeyEntry(
          key: try SigningKey(privateJWK: jwk),
          from: object["from"]?.doubleValue.map { Date(timeIntervalSince1970: $0) }))
    }
    return entries
  }
}

extension [KeyEntry] {
  /// The algorithms of these keys, in the order of `SignatureAlgorithm.allCases`.
  var algorithms: [SignatureAlgorithm] {
    let present = Set(map(\.key.algorithm))
    return SignatureAlgorithm.allCases.filter(present.contains)
  }

  /// The keys of one algorithm, the oldest first.
  func line(_ algorithm: SignatureAlgorithm) -> [KeyEntry] {
    filter { $0.key.algorithm == algorithm }.sorted { $0.start < $1.start }
  }

  /// The key that signs, of the keys of one algorithm: the youngest that has begun. When none has, because
  /// the clock was set back, the oldest.
  func signing(at now: Date) -> KeyEntry? { last { $0.start <= now } ?? first }

  /// When a key of one algorithm is not published any more: the retention after its successor begins to
  /// sign. Nil without a successor.
  func end(of index: Int, _ rotation: KeyRotation) -> Date? {
    index + 1 < endIndex ? self[index + 1].start.addingTimeInterval(rotation.retention) : nil
  }

  /// The keys of one algorithm that are published now.
  func needed(at now: Date, _ rotation: KeyRotation) -> [KeyEntry] {
    indices.filter { end(of: $0, rotation).map { now < $0 } ?? true }.map { self[$0] }
  }
}
