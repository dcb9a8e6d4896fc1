// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Chooses the language of pages.
extension IdentityServer {
  /// The pages in the language of `ui_locales` in the address, or else of the browser.
  func pages(for request: ServedRequest) -> Pages {
    pages(for: request, locales: (try? Parameters(decoding: request.query))?["ui_locales"])
  }

  /// The pages in the first available language of `locales`, or else of the browser.
  func pages(for request: ServedRequest, locales: String?) -> Pages {
    allPages.pages(in: ChosenLanguage(locales: locales, head: request.head))
  }

  /// The pages in the language in which an interaction began.
  func pages(for request: ServedRequest, in interaction: Interaction?) -> Pages {
    guard let language = interaction?.language else { return pages(for: request) }
    return allPages.pages(in: ChosenLanguage(kept: language))
  }
}
