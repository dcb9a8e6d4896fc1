// SPDX-License-Identifier: Apache-2.0
import Foundation
import Yardstick

/// A change of a compact token after it is signed.
enum FormMutation: String, CaseIterable {
  case nothing, flip, insert, delete, truncate, extend, swapParts, dots, space, padding,
    classicAlphabet
  case finalBits, percent, nonASCII, signatureForm, emptyPart, otherSignature, caseOfLetter

  /// A changed token.
  func apply(to token: String, _ random: inout SplitMix) -> String {
    var bytes = Array(token.utf8)
    var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch self {
    case .nothing: return token
    case .flip: bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(7))
    case .insert: bytes.insert(UInt8(random.below(128)), at: random.below(bytes.count + 1))
    case .delete: bytes.remove(at: random.below(bytes.count))
    case .truncate: bytes.removeLast(1 + random.below(bytes.count))
    case .extend: bytes += random.pick(["A", "==", ".", ".AA", "AAAA", "\n", "\0"]).utf8
    case .swapParts: parts.swapAt(random.below(3), random.below(3))
    case .dots:
      parts.insert("", at: random.below(parts.count + 1))
    case .space:
      bytes.insert(
        random.pick([0x20, 0x0A, 0x09]),
        at: random.pick([0, bytes.count, random.below(bytes.count)]))
    case .padding: parts[random.below(3)] += random.pick(["=", "==", "==="])
    case .classicAlphabet:
      let place = random.below(3)
      parts[place] = parts[place].replacingOccurrences(of: "-", with: "+")
        .replacingOccurrences(of: "_", with: "/")
    case .finalBits:
      let place = random.below(3)
      guard let last = parts[place].last else { break }
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
      guard let value = letters.firstIndex(of: last) else { break }
      parts[place].removeLast()
      parts[place].append(letters[value ^ (1 << random.below(2))])
    case .percent: return token.replacingOccurrences(of: random.pick([".", "-", "_"]), with: "%2E")
    case .nonASCII:
      return token + random.pick(["\u{FF0E}", "é", "\u{200B}", "\u{212A}"])
    case .signatureForm: parts[2] = signature(parts[2], &random)
    case .emptyPart: parts[random.below(3)] = ""
    case .otherSignature:
      parts[2] = base64URL(Data((0..<64).map { _ in UInt8(random.below(256)) }))
    case .caseOfLetter:
      let place = random.below(bytes.count)
      if (0x41...0x5A).contains(bytes[place] & 0xDF) { bytes[place] ^= 0x20 }
    }
    switch self {
    case .swapParts, .dots, .padding, .classicAlphabet, .finalBits, .signatureForm, .emptyPart,
      .otherSignature:
      return parts.joined(separator: ".")
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Other forms of a signature: extended, halved, reversed, all zeros, all ones.
  private func signature(_ text: String, _ random: inout SplitMix) -> String {
    var classic = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(
      of: "_", with: "/")
    while !classic.utf8.count.isMultiple(of: 4) { classic += "=" }
    guard let bytes = Data(base64Encoded: classic), bytes.count >= 64 else { return text }
    let (one, other) = (bytes.prefix(bytes.count / 2), bytes.suffix(bytes.count / 2))
    let zeros = Data(repeating: 0, count: bytes.count)
    let forms: [Data] = [
      bytes + Data([0]), Data([0]) + bytes, Data(bytes.dropLast()), Data(bytes.dropFirst()),
      other + one, zeros, Data(repeating: 0xFF, count: bytes.count), Data(bytes.reversed()),
      one + zeros.prefix(other.count), der(bytes), bytes + bytes,
    ]
    return base64URL(random.pick(forms))
  }

  /// `r` and `s` in DER, as OpenSSL encodes them.
  private func der(_ bytes: Data) -> Data {
    var body = Data()
    for half in [bytes.prefix(bytes.count / 2), bytes.suffix(bytes.count / 2)] {
      var number = Data(half.drop { $0 == 0 })
      if (number.first ?? 0) >= 0x80 { number.insert(0, at: 0) }
      body += Data([0x02, UInt8(truncatingIfNeeded: number.count)]) + number
    }
    return Data([0x30, UInt8(truncatingIfNeeded: body.count)]) + body
  }
}
