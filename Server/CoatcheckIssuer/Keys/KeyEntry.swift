// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckFoundation

/// A signing key, and from when on it signs.
///
/// There is nothing else to know: which key signs at a moment, which are announced and which are still
/// needed follows from these times, the same on every node and whatever a clock did before.
struct KeyEntry: Sendable {
  let key: SigningKey
  /// Nil for a key made before keys had a time: it signs until another one does.
  var from: Date?

  /// When it begins to sign; long ago for one without a time.
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
  /// The algorithms there are keys for, always in the same order.
  var algorithms: [SignatureAlgorithm] {
    let present = Set(map(\.key.algorithm))
    return SignatureAlgorithm.allCases.filter(present.contains)
  }

  /// The keys of one algorithm, the oldest first.
  func line(_ algorithm: SignatureAlgorithm) -> [KeyEntry] {
    filter { $0.key.algorithm == algorithm }.sorted { $0.start < $1.start }
  }

  /// The key of a line that signs: the youngest whose time has come. A clock that was set back to before
  /// all of them finds the oldest.
  func signing(at now: Date) -> KeyEntry? { last { $0.start <= now } ?? first }

  /// The end of a key of a line: some time after the next one began to sign. Nil while there is no next one.
  func end(of index: Int, _ rotation: KeyRotation) -> Date? {
    index + 1 < endIndex ? self[index + 1].start.addingTimeInterval(rotation.retention) : nil
  }

  /// The keys of a line that are published.
  func needed(at now: Date, _ rotation: KeyRotation) -> [KeyEntry] {
    indices.filter { end(of: $0, rotation).map { now < $0 } ?? true }.map { self[$0] }
  }
}
