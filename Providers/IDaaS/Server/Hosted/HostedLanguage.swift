// SPDX-License-Identifier: Apache-2.0

/// The languages of the pages.
enum HostedLanguage: String, Sendable, CaseIterable {
  case simplified = "zh-CN"
  case traditional = "zh-TW"
  case english = "en"

  /// The language that a tag asks for.
  ///
  /// - Returns: Nil for a language that the pages do not support.
  init?(tag: some StringProtocol) {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    switch parts.first {
    case "en": self = .english
    case "zh":
      // The script subtag has precedence over the region.
      // [RFC 5646 §2.2.3](https://www.rfc-editor.org/rfc/rfc5646#section-2.2.3)
      let rest = parts.dropFirst()
      if rest.contains("hans") {
        self = .simplified
      } else {
        self =
          rest.contains { ["hant", "tw", "hk", "mo"].contains($0) } ? .traditional : .simplified
      }
    default: return nil
    }
  }

  /// The supported language with the highest weight in `Accept-Language`.
  ///
  /// [RFC 9110 §12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)
  init?(accepting field: String?) {
    guard let field else { return nil }
    var best: (language: Self, weight: Double)?
    for range in field.prefix(500).split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let tag = parts.first, let language = Self(tag: tag) else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      let weight = quality.map { Double(String($0)) ?? 0 } ?? 1
      if weight > 0, weight > best?.weight ?? 0 { best = (language, weight) }
    }
    guard let best else { return nil }
    self = best.language
  }

  /// The first supported language of `ui_locales`.
  ///
  /// "represented as a space-separated list of BCP47 language tag values, ordered by preference".
  /// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
  init?(locales: String?) {
    guard
      let language = (locales ?? "").prefix(200).split(separator: " ")
        .lazy.compactMap({ Self(tag: $0) }).first
    else { return nil }
    self = language
  }
}
