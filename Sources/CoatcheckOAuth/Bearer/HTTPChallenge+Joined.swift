// SPDX-License-Identifier: Apache-2.0

extension HTTPChallenge {
  /// Separates the challenges of one line into which an HTTP library has joined several fields.
  ///
  /// RFC 9110 §11.6.1: "a field value that contains more than one challenge, or if more than one
  /// WWW-Authenticate header field is provided, the contents of a challenge itself can contain a
  /// comma-separated list of authentication parameters". The parser ignores the whole of a field that
  /// breaks the grammar, so that one invalid challenge would make the others of a joined line unusable.
  package static func separated(_ line: String) -> [String] {
    var lines: [String] = []
    for item in items(line) {
      if let last = lines.indices.last, isParameter(item) {
        lines[last] += ", \(item)"
      } else {
        lines.append(item)
      }
    }
    return lines
  }

  /// The items between commas. A comma in a quoted string does not separate items.
  private static func items(_ line: String) -> [String] {
    var items = [""]
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if character == ",", !isQuoted {
        items.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      items[items.count - 1].append(character)
    }
    return items.map { $0.trimmed }.filter { !$0.isEmpty }
  }

  /// Whether an item is a parameter, `name=value`. Otherwise it begins a challenge: after a scheme is a
  /// space or the end of the item.
  private static func isParameter(_ item: String) -> Bool {
    guard let end = item.firstIndex(where: { $0 == "=" || $0 == " " || $0 == "\t" }) else {
      return false
    }
    return item[end...].drop { $0 == " " || $0 == "\t" }.first == "="
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return String(start[...last])
  }
}
