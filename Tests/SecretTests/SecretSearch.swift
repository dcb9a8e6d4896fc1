// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Finds secrets in bytes: plain, truncated, in base64 at any offset, in hexadecimal, or percent-encoded.
struct SecretSearch {
  /// A secret that was found.
  struct Finding: Hashable, CustomStringConvertible {
    let kind: String
    let form: String
    let place: String
    let surroundings: String

    var description: String { "\(kind) \(form) in \(place): \(surroundings)" }
  }

  private struct Needle {
    let bytes: [UInt8]
    let kind: String
    let form: String
  }

  /// How much of a long secret identifies it.
  private static let piece = 20
  private static let prefix = 8

  private var needles: [UInt64: [Needle]] = [:]
  /// Whether any needle begins with bytes of this hash, so that most positions can be skipped.
  private var filter = [Bool](repeating: false, count: 1 << 24)

  init(_ secrets: [(kind: String, secret: String)]) {
    for (kind, secret) in secrets {
      let bytes = Array(secret.utf8)
      add(bytes, kind, "as it is")
      let hex = bytes.map { String(format: "%02x", $0) }.joined()
      add(Array(hex.utf8), kind, "in hexadecimal")
      add(Array(hex.uppercased().utf8), kind, "in hexadecimal")
      let allowed = CharacterSet.alphanumerics
      if let escaped = secret.addingPercentEncoding(withAllowedCharacters: allowed) {
        add(Array(escaped.utf8), kind, "escaped")
      }
      // The text before a secret shifts its base64 digits; the digits at the edges depend on their neighbours.
      for shift in 0..<3 {
        let digits = Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString()
        let own = digits.drop { $0 == "=" }.dropFirst(shift == 0 ? 0 : shift + 1)
          .prefix { $0 != "=" }.dropLast(2)
        add(Array(own.utf8), kind, "in base64")
        add(
          Array(own.replacing("+", with: "-").replacing("/", with: "_").utf8), kind, "in base64url")
      }
    }
  }

  private mutating func add(_ bytes: [UInt8], _ kind: String, _ form: String) {
    guard bytes.count >= Self.prefix else { return }
    for piece in Self.pieces(of: bytes) {
      let needle = Needle(bytes: piece, kind: kind, form: form)
      let key = piece.withUnsafeBufferPointer { Self.key($0, 0) }
      filter[Self.hash(key)] = true
      if needles[key]?.contains(where: { $0.bytes == piece }) != true {
        needles[key, default: []].append(needle)
      }
    }
  }

  /// A short secret whole; the beginning and the end of a long one. The header of a signed token is not
  /// secret: many tokens have the same.
  private static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    let parts = bytes.split(separator: 0x2E).map(Array.init)
    if parts.count == 3, parts.allSatisfy({ $0.count >= piece }) {
      return [Array(parts[1].suffix(piece)), Array(parts[2].prefix(piece))]
    }
    guard bytes.count > piece else { return [bytes] }
    return [Array(bytes.prefix(piece)), Array(bytes.suffix(piece))]
  }

  /// The secrets in these bytes.
  func findings(in data: Data, at place: String) -> Set<Finding> {
    var found: Set<Finding> = []
    data.withUnsafeBytes { raw in
      let bytes = raw.bindMemory(to: UInt8.self)
      guard bytes.count >= Self.prefix else { return }
      for start in 0...(bytes.count - Self.prefix) {
        let key = Self.key(bytes, start)
        guard filter[Self.hash(key)], let candidates = needles[key] else { continue }
        for needle in candidates where start + needle.bytes.count <= bytes.count {
          guard needle.bytes.indices.allSatisfy({ bytes[start + $0] == needle.bytes[$0] }) else {
            continue
          }
          let around = bytes[max(0, start - 80)..<min(bytes.count, start + 40)]
          found.insert(
            Finding(
              kind: needle.kind, form: needle.form, place: place,
              surroundings: String(decoding: around, as: UTF8.self)))
        }
      }
    }
    return found
  }

  private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64 {
    UnsafeRawPointer(bytes.baseAddress! + start).loadUnaligned(as: UInt64.self)
  }

  private static func hash(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }
}
