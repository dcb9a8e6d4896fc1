// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation

/// Signs in with a browser anywhere, and takes the response from the fragment of the address at which it
/// ends: for the implicit flow. No listener can, since browsers do not send fragments.
struct FragmentPaste: UserAgent {
  private static let maximumAddressLength = 16 << 10

  private let prompt: UserPrompt

  init(_ prompt: UserPrompt) { self.prompt = prompt }

  /// Not used: the configuration says where the response arrives.
  func redirectURI() async throws -> String { RedirectOption.loopback }

  var browserSession: BrowserSession { .elsewhere }

  /// Shows the address, and reads the one at which the browser ends. Whether it belongs to this sign-in is
  /// for the caller to check.
  func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
    let url = page.url
    let lines =
      SignInMessages.address(url.absoluteString) + [
        "the browser ends at an address with a # in it; it holds the tokens, so keep it to yourself",
        "paste that whole address here:",
      ]
    let typed = try await prompt.answer(to: lines, limit: Self.maximumAddressLength)
    return typed.trimmingCharacters(in: .whitespaces)
  }
}
