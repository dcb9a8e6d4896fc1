// SPDX-License-Identifier: Apache-2.0

/// Decodes character references: the named ones that forms use, and all numeric ones. Other text stays
/// as it is.
enum HTMLEntities {
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  static func decode(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let after = rest[rest.index(after: start)...]
      guard let end = after.prefix(10).firstIndex(of: ";"), let found = reference(after[..<end])
      else {
        result += "&"
        rest = after
        continue
      }
      result += found
      rest = after[after.index(after: end)...]
    }
    return result + rest
  }

  private static func reference(_ name: Substring) -> String? {
    if let found = named[String(name)] { return found }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let code =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
