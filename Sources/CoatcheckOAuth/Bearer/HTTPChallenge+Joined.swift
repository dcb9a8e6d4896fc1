// SPDX-License-Identifier: Apache-2.0

extension HTTPChallenge {
  /// Separates the challenges of one line, where an HTTP library has joined several fields.
  ///
  /// RFC 9110 §11.6.1: "a field value that contains more than one challenge, or if more than one
  /// WWW-Authenticate header field is provided, the contents of a challenge itself can contain a
  /// comma-separated list of authentication parameters". A field that breaks the grammar is left out as a
  /// whole, so that one invalid field must not take the others with it.
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

  /// What stands between commas, which count for nothing in a quoted text.
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

  /// Whether it is `name=value` and not the beginning of a challenge: a scheme has a blank behind it, or
  /// nothing.
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
