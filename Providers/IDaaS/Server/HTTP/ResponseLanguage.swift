// SPDX-License-Identifier: Apache-2.0

/// The language of texts in responses: one of three.
enum ResponseLanguage {
  /// The language tags of the interface.
  static let all = ["zh-CN", "zh-TW", "en"]

  /// The language for a tag, as an app (`zh`, `en`) or a system (`zh-Hant-HK`) writes it.
  ///
  /// - Returns: Nil for any other language, and for none.
  static func known(_ tag: String?) -> String? {
    guard let tag else { return nil }
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }.prefix(4).map(String.init)
    switch parts.first {
    case "en": return "en"
    case "zh":
      if parts.contains("hans") { return "zh-CN" }
      let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
      return isTraditional ? "zh-TW" : "zh-CN"
    default: return nil
    }
  }

  /// The first known language of an `Accept-Language` field, the most wanted first.
  ///
  /// [RFC 9110 §12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)
  static func wanted(_ field: String?) -> String? {
    guard let field, field.utf8.count <= 512 else { return nil }
    var best: (language: String, weight: Double)?
    for range in field.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let language = known(parts.first) else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map {
        Double($0.dropFirst(2)) ?? 0
      }
      // "a value of 0 means 'not acceptable'"; without one it is 1.
      let quality = weight ?? 1
      if quality > (best?.weight ?? 0) { best = (language, quality) }
    }
    return best?.language
  }
}
