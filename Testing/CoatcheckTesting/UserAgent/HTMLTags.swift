// SPDX-License-Identifier: Apache-2.0

/// Splits a page into tags and text.
struct HTMLTags: IteratorProtocol {
  enum Token: Equatable {
    case open(String, [String: String])
    case close(String)
    case text(String)
  }

  private var rest: Substring

  init(_ html: String) { rest = html[...] }

  mutating func next() -> Token? {
    guard let first = rest.first else { return nil }
    guard first == "<" else { return .text(HTMLEntities.decode(take { $0 != "<" })) }
    if rest.hasPrefix("<!--") {
      skip(past: "-->")
      return .text("")
    }
    guard let second = rest.dropFirst().first, second.isLetter || second == "/" || second == "!"
    else {
      rest = rest.dropFirst()
      return .text("<")
    }
    rest = rest.dropFirst()
    if rest.first == "/" {
      rest = rest.dropFirst()
      let name = take { $0 != ">" && !$0.isWhitespace }.lowercased()
      skip(past: ">")
      return .close(name)
    }
    let name = take { $0 != ">" && $0 != "/" && !$0.isWhitespace }.lowercased()
    let attributes = attributes()
    if name == "script" || name == "style" { skip(past: "</\(name)") }
    return .open(name, attributes)
  }

  private mutating func attributes() -> [String: String] {
    var found: [String: String] = [:]
    while true {
      _ = take { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first else { return found }
      if first == ">" {
        rest = rest.dropFirst()
        return found
      }
      let name = take { !$0.isWhitespace && $0 != "=" && $0 != ">" && $0 != "/" }.lowercased()
      guard !name.isEmpty else {
        rest = rest.dropFirst()
        continue
      }
      let value = attributeValue()
      if found[name] == nil { found[name] = HTMLEntities.decode(value) }
    }
  }

  private mutating func attributeValue() -> String {
    let before = rest
    _ = take { $0.isWhitespace }
    guard rest.first == "=" else {
      rest = before
      return ""
    }
    rest = rest.dropFirst()
    _ = take { $0.isWhitespace }
    guard let quote = rest.first, quote == "\"" || quote == "'" else {
      return take { !$0.isWhitespace && $0 != ">" }
    }
    rest = rest.dropFirst()
    let value = take { $0 != quote }
    rest = rest.dropFirst()
    return value
  }

  private mutating func take(while wanted: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: wanted)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  private mutating func skip(past end: String) {
    while !rest.isEmpty, !rest.lowercased().hasPrefix(end) {
      guard let next = rest.dropFirst().firstIndex(where: { $0 == end.first }) else {
        rest = ""
        return
      }
      rest = rest[next...]
    }
    rest = rest.dropFirst(end.count)
  }
}
