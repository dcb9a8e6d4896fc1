// SPDX-License-Identifier: Apache-2.0

/// A language of error messages, text messages and hosted pages.
public enum InterfaceLanguage: String, Sendable, Hashable, CaseIterable {
  /// English.
  case english = "en"
  /// Chinese in simplified characters.
  case simplifiedChinese = "zh-CN"
  /// Chinese in traditional characters.
  case traditionalChinese = "zh-TW"

  /// Selects the language that a client prefers; English when it prefers none of them.
  ///
  /// - Parameter wishes: The value of the header field `X-L` (`zh`, `zh_TW`) or `Accept-Language`
  ///   (`fr, zh-Hant;q=0.8, en;q=0.5`). Weights are read as in
  ///   [RFC 9110 §12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4).
  public init(preferring wishes: String) {
    var best: (language: InterfaceLanguage, weight: Double)?
    for wish in wishes.prefix(1_000).split(separator: ",") {
      let parts = wish.split(separator: ";")
      guard let tag = parts.first, let language = Self(tag: tag) else { continue }
      // RFC 9110 §12.5.4: the weight is 1 unless another is given; 0 means "not this".
      let q = parts.dropFirst().first { Self.words($0).hasPrefix("q=") }
      let weight = q.map { Double(Self.words($0).dropFirst(2)) ?? 0 } ?? 1
      if weight > best?.weight ?? 0 { best = (language, weight) }
    }
    self = best?.language ?? .english
  }

  private init?(tag: Substring) {
    let parts = Self.words(tag).split { $0 == "-" || $0 == "_" }
    switch parts.first {
    case "en": self = .english
    case "zh":
      let isTraditional = parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
      let isSimplified = parts.contains("hans")
      self = isTraditional && !isSimplified ? .traditionalChinese : .simplifiedChinese
    default: return nil
    }
  }

  private static func words(_ text: Substring) -> String {
    text.lowercased().filter { !$0.isWhitespace }
  }
}
