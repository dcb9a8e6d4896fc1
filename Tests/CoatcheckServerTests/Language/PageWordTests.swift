// SPDX-License-Identifier: Apache-2.0
import TestKit

@testable import CoatcheckServer

@Suite("the texts of the pages in four languages")
struct PageWordTests {
  static let languages = PageLanguage.allCases

  /// The texts between an opening and a closing mark, in their order.
  private func pieces(_ text: String, _ opening: String, _ closing: String) -> [String] {
    text.components(separatedBy: opening).dropFirst().compactMap {
      $0.components(separatedBy: closing).first
    }
  }

  @Test("each text exists in all languages, with the same placeholders and markup")
  func whole() {
    for word in PageWord.allCases {
      for language in Self.languages {
        let text = PageWords(language: language)[word]
        let name = Comment(rawValue: "\(word) in \(language.rawValue)")
        #expect(!text.isEmpty && text == text.trimmingCharacters(in: .whitespaces), name)
        for (opening, closing) in [("{{", "}}"), ("<", ">")] {
          let found = pieces(text, opening, closing)
          let wanted = pieces(word.english, opening, closing)
          // Placeholders can have another order, and occur more than once; tags cannot.
          #expect(Set(found) == Set(wanted), name)
          #expect(opening == "{{" || found.count == wanted.count, name)
        }
      }
    }
  }

  @Test("each page can be rendered in all languages")
  func pages() {
    let templates = CompiledTemplates()
    for template in PageTemplate.allCases {
      for language in Self.languages {
        let name = Comment(rawValue: "\(template) in \(language.rawValue)")
        #expect(templates.template(template, in: language) != nil, name)
      }
    }
  }

  @Test("a translation uses the script of its language")
  func translated() {
    for word in PageWord.allCases {
      let texts = Self.languages.map { PageWords(language: $0)[word] }
      #expect(texts[0].unicodeScalars.allSatisfy { $0.isASCII || $0 == "“" || $0 == "”" })
      for text in texts.dropFirst() {
        var bare = text
        for (opening, closing) in [("{{", "}}"), ("<", ">")] {
          for piece in pieces(text, opening, closing) {
            bare = bare.replacingOccurrences(of: opening + piece + closing, with: "")
          }
        }
        #expect(!bare.contains { $0.isASCII && $0.isLetter }, "\(word): \(text)")
        #expect(bare.unicodeScalars.contains { !$0.isASCII }, "\(word): \(text)")
      }
    }
  }

  @Test("a value with a placeholder or markup is not replaced or interpreted")
  func values() {
    let words = PageWords(language: .english)
    #expect(
      words[.accessRemoved, ["client": "{{client}} <b>"]]
        == "{{client}} <b> has no access any more.")
    #expect(words[.tooManyCodes, ["wait": words.duration(61)]].contains("wait 2 minutes"))
    #expect(words.duration(60) == "a minute")
    #expect(words.sentence(for: "jobs:read") == "Use “jobs:read”")
    #expect(words.destination(of: "com.example.app:/cb") == "the app com.example.app")
    #expect(words.destination(of: "http://127.0.0.1:8080/cb") == "the app on this computer")
    #expect(words.destination(of: "https://c.example/cb?x=1") == "https://c.example")
  }
}
