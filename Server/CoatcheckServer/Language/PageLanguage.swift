// SPDX-License-Identifier: Apache-2.0

/// The languages of the pages. The raw value is the tag that is published and written into the pages.
///
/// [RFC 5646](https://www.rfc-editor.org/rfc/rfc5646)
enum PageLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case simplifiedChinese = "zh-CN"
  case traditionalChinese = "zh-TW"
  case japanese = "ja"
}

extension PageLanguage {
  /// The languages by language range, which is shortened from its end. Chinese is chosen by the script, or
  /// else by the region.
  private static let ranges: [String: PageLanguage] = [
    "en": .english, "ja": .japanese,
    "zh": .simplifiedChinese, "zh-hans": .simplifiedChinese, "zh-cn": .simplifiedChinese,
    "zh-sg": .simplifiedChinese, "zh-my": .simplifiedChinese, "cmn": .simplifiedChinese,
    "cmn-hans": .simplifiedChinese,
    "zh-hant": .traditionalChinese, "zh-tw": .traditionalChinese, "zh-hk": .traditionalChinese,
    "zh-mo": .traditionalChinese, "cmn-hant": .traditionalChinese, "yue": .traditionalChinese,
    "yue-hans": .simplifiedChinese,
  ]

  /// Finds the language for a language range.
  ///
  /// - Returns: Nil when the pages do not have the language, and for `*`.
  init?(range: some StringProtocol) {
    // "The language range is progressively truncated from the end until a matching language tag is located."
    // https://www.rfc-editor.org/rfc/rfc4647#section-3.4
    var subtags = range.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    while !subtags.isEmpty {
      if let found = Self.ranges[subtags.joined(separator: "-")] {
        self = found
        return
      }
      subtags.removeLast()
      // "Single letter or digit subtags (including both the letter "x", which introduces private-use sequences,
      // and the subtags that introduce extensions) are removed at the same time as their closest trailing subtag."
      if subtags.last?.count == 1 { subtags.removeLast() }
    }
    return nil
  }

  /// The first available language of `ui_locales`; nil without one.
  ///
  /// "represented as a space-separated list of BCP47 language tag values, ordered by preference".
  /// [OIDC Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
  init?(locales: String?) {
    let ranges = (locales ?? "").prefix(500).split(separator: " ")
    guard let found = ranges.lazy.compactMap({ Self(range: $0) }).first else { return nil }
    self = found
  }

  /// The available language with the highest weight in `Accept-Language`; nil without one.
  ///
  /// [RFC 9110 §12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)
  init?(accepting field: String?) {
    var best: (language: PageLanguage, weight: Int)?
    for element in (field ?? "").prefix(1000).split(separator: ",").prefix(50) {
      let parts = element.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let range = parts.first, let language = Self(range: range) else { continue }
      // "If no "q" parameter is present, the default weight is 1."
      let named = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
      let weight = named.map { Self.thousandths($0.dropFirst(2)) } ?? 1000
      // "a value of 0 means "not acceptable"". Of equal weights the first one counts.
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    guard let best else { return nil }
    self = best.language
  }

  /// A weight as a whole number from 0 to 1000; 0 for one that is malformed.
  ///
  /// "qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] )".
  /// [RFC 9110 §12.4.2](https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2)
  private static func thousandths(_ text: Substring) -> Int {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : ""
    guard let whole = parts.first, whole == "0" || whole == "1", decimals.count <= 3,
      decimals.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return 0 }
    let rest = Int(decimals + String(repeating: "0", count: 3 - decimals.count)) ?? 0
    return whole == "1" ? (rest == 0 ? 1000 : 0) : rest
  }
}
