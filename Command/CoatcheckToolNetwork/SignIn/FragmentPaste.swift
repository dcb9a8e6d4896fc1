// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth
import Foundation

/// Signs in with a browser anywhere, and takes the answer from the fragment of the address at which it
/// ends: for the implicit flow. No listener can, since browsers don't send fragments.
struct FragmentPaste: UserAgent {
  private static let longestAddress = 16 << 10

  private let prompt: UserPrompt

  init(_ prompt: UserPrompt) { self.prompt = prompt }

  /// There is none: the configuration says where the answer arrives.
  func redirectURI() async throws -> String { RedirectOption.loopback }

  var browserSession: BrowserSession { .elsewhere }

  /// Shows the address, and reads the one at which the browser ends. Whether it belongs to this sign-in is
  /// for the caller to check.
  func authorize(at url: URL) async throws(OAuthError) -> String {
    let lines =
      SignInMessages.address(url.absoluteString) + [
        "the browser ends at an address with a # in it; it holds the tokens, so keep it to yourself",
        "paste that whole address here:",
      ]
    let typed = try await prompt.answer(to: lines, limit: Self.longestAddress)
    return typed.trimmingCharacters(in: .whitespaces)
  }
}
