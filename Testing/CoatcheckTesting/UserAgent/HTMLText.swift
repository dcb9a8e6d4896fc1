// SPDX-License-Identifier: Apache-2.0

/// The text of a page, for error messages.
package enum HTMLText {
  /// The first 200 characters of the text between the tags.
  package static func summary(_ html: String) -> String {
    var words: [String] = []
    var tags = HTMLTags(html)
    while let token = tags.next() {
      if case .text(let text) = token {
        words += text.split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    return String(words.joined(separator: " ").prefix(200))
  }
}
