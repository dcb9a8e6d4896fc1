// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import HTTPTypes

/// The language of the sign-in's own pages.
enum PageLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case japanese = "ja"
  case chinese = "zh-Hans"

  /// The language that the browser prefers; English when it names none of these.
  ///
  /// [RFC 9110 §12.5.4](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4)
  init(_ head: HTTPRequest) {
    let wishes = (head.headerFields[.acceptLanguage] ?? "").prefix(1000).split(separator: ",")
      .prefix(20).map { wish in
        let parts = wish.split(separator: ";").map { $0.filter { $0 != " " } }
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
          Double($0.dropFirst(2))
        }
        return (tag: parts.first?.lowercased() ?? "", weight: weight ?? 1)
      }
    let best = wishes.filter { $0.weight > 0 }.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    self = best.lazy.compactMap { Self.language(of: $0.element.tag) }.first ?? .english
  }

  private static func language(of tag: String) -> PageLanguage? {
    switch tag.prefix(2) {
    case "en": .english
    case "ja": .japanese
    case "zh": .chinese
    default: nil
    }
  }
}
