// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Which language a request gets its pages in.
extension IdentityServer {
  /// The pages in the language that the address asks for, or the browser prefers.
  func pages(for request: ServedRequest) -> Pages {
    pages(for: request, locales: (try? Parameters(decoding: request.query))?["ui_locales"])
  }

  /// The pages in the first of these languages that they have, or the one that the browser prefers.
  func pages(for request: ServedRequest, locales: String?) -> Pages {
    allPages.pages(in: ChosenLanguage(locales: locales, head: request.head))
  }

  /// The pages in the language in which an interaction began.
  func pages(for request: ServedRequest, in interaction: Interaction?) -> Pages {
    guard let language = interaction?.language else { return pages(for: request) }
    return allPages.pages(in: ChosenLanguage(kept: language))
  }
}
