// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A change of a JSON text before it is signed, so that the signature is valid.
enum JSONMutation: String, CaseIterable {
  case nothing, space, duplicate, escapedDuplicate, escapedName, escapedValue, extraMember, removed
  case otherType, trailing, byteOrderMark, badUTF8, surrogate, control, comment, comma, quotes
  case number, deep, array, byte, truncated, empty, critical, keyInHeader

  /// A changed text.
  func apply(to text: String, _ random: inout SplitMix) -> Data {
    switch self {
    case .nothing: return Data(text.utf8)
    case .space:
      return Data(padded(text, random.pick([" ", "\n", "\t\r", "  ", "\u{0B}", "\u{A0}"])).utf8)
    case .duplicate:
      return inserting(random.pick([#""sub":"b""#, #""alg":"none""#, #""kid":"x""#]), text)
    case .escapedDuplicate:
      return inserting(
        random.pick([#""s\u0075b":"b""#, #""\u0061lg":"none""#, #""k\u0069d":"x""#]), text)
    case .escapedName:
      let (name, escaped) = random.pick([
        ("\"sub\"", #""\u0073ub""#), ("\"alg\"", #""al\u0067""#), ("\"kid\"", #""\u006Bid""#),
      ])
      return Data(text.replacingOccurrences(of: name, with: escaped).utf8)
    case .escapedValue:
      let (value, escaped) = random.pick([
        ("alice", #"\u0061lice"#), ("alice", #"al\/ice"#), ("alice", #"\ud83d\ude00"#),
        ("256", #"\u003256"#),
        ("EdDSA", #"\u0045dDSA"#), ("key", #"ke\u0079"#), ("alice", #"a\u0000b"#),
      ])
      return Data(text.replacingOccurrences(of: value, with: escaped).utf8)
    case .extraMember:
      return inserting(
        random.pick([
          #""x":null"#, #""x":[1,2,{"y":true}]"#, #""":0"#, #""x":-0.5e-3"#, #""x":"é""#,
          #""zip":"DEF""#,
          #""x":123456789012345678901234567890"#, #""x":1e400"#,
        ]), text)
    case .removed:
      let name = random.pick(["alg", "kid", "typ", "sub", "iss"])
      return Data(
        text.replacingOccurrences(of: "\"\(name)\":", with: "\"_\(name)\":").utf8)
    case .otherType:
      let name = random.pick(["alg", "kid", "typ", "sub"])
      return Data(
        text.replacingOccurrences(
          of: "\"\(name)\":\"",
          with: "\"\(name)\":\(random.pick(["1", "null", "[]", "true"])),\"_\(name)\":\""
        ).utf8)
    case .trailing: return Data((text + random.pick([" ", "\n", "x", "{}", "\0", ","])).utf8)
    case .byteOrderMark: return Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
    case .badUTF8:
      let bad: [UInt8] = random.pick([
        [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      ])
      return replacing("i", by: bad, in: text)
    case .surrogate:
      return Data(
        text.replacingOccurrences(
          of: "i", with: random.pick([#"\ud800"#, #"\udc00"#, #"\ud800\u0041"#])
        ).utf8)
    case .control: return replacing("i", by: [random.pick([0x00, 0x0A, 0x1F, 0x7F])], in: text)
    case .comment: return Data((random.pick(["/**/", "//\n", "#\n"]) + text).utf8)
    case .comma: return Data(text.replacingOccurrences(of: "}", with: ",}").utf8)
    case .quotes: return Data(text.replacingOccurrences(of: "\"", with: "'").utf8)
    case .number:
      return inserting(
        "\"x\":"
          + random.pick(["01", "+1", ".5", "1.", "1e", "0x10", "NaN", "Infinity", "-", "1_0"]), text
      )
    case .deep:
      let depth = random.pick([20, 30, 31, 32, 33, 100, 511, 512, 600])
      return inserting(
        "\"x\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth), text
      )
    case .array: return Data("[\(text)]".utf8)
    case .byte:
      var bytes = Data(text.utf8)
      bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
      return bytes
    case .truncated: return Data(text.utf8.prefix(random.below(text.utf8.count)))
    case .empty: return Data(random.pick(["", "{}", "null", "0", "\"\"", " "]).utf8)
    case .critical:
      return inserting(
        random.pick([
          #""crit":["exp"]"#, #""crit":[]"#, #""b64":false,"crit":["b64"]"#, #""b64":true"#,
          #""crit":null"#,
        ]), text)
    case .keyInHeader:
      return inserting(
        random.pick([
          #""jwk":{"kty":"oct","k":"AA"}"#, #""jku":"https://evil.example""#, #""x5c":["AA"]"#,
        ]), text)
    }
  }

  private func padded(_ text: String, _ space: String) -> String {
    text.replacingOccurrences(of: ":", with: space + ":" + space)
      .replacingOccurrences(of: "https" + space + ":" + space, with: "https:")
  }

  private func inserting(_ member: String, _ text: String) -> Data {
    Data(("{" + member + "," + text.dropFirst()).utf8)
  }

  private func replacing(_ letter: Character, by bytes: [UInt8], in text: String) -> Data {
    guard let place = text.firstIndex(of: letter) else { return Data(text.utf8) }
    return Data(text[..<place].utf8) + Data(bytes) + Data(text[place...].utf8)
  }
}
