// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckOAuth
import Foundation

/// Shows the person where to sign in: the address first, then, if there is one, a browser.
struct SignInPrompt: Sendable {
  let terminal: Terminal
  let browser: Browser?
  let isRemote: Bool
  let shown: @Sendable () -> Void

  /// - Parameters:
  ///   - browser: what opens the address; nil leaves that to the person.
  ///   - shown: called once the address is on the terminal.
  init(
    terminal: Terminal, browser: Browser?, variable: (String) -> String?,
    shown: @escaping @Sendable () -> Void
  ) {
    self.terminal = terminal
    self.browser = browser
    self.shown = shown
    isRemote = variable("SSH_CONNECTION").map { !$0.isEmpty } ?? false
  }

  /// Prints the address of the sign-in page and tries to open it.
  ///
  /// A browser that cannot be started is no failure: the person has the address.
  ///
  /// - Throws: `unreadable` if the address is none that a browser may be given.
  func show(_ url: URL) throws(OAuthError) {
    let address = try WebAddress(url.absoluteString)
    terminal.note("open this address in a browser to sign in:")
    terminal.note(address.text)
    shown()
    guard let browser else {
      if isRemote, let port = Self.listeningPort(url) {
        terminal.hint(
          "if the browser is on another machine, run there first: "
            + "ssh -L \(port):127.0.0.1:\(port) THIS-MACHINE")
      }
      return
    }
    let terminal = terminal
    do throws(CommandFailure) {
      try browser.open(address) { terminal.note("\($0); open the address by hand") }
    } catch {
      terminal.note("\(error.message); open the address by hand")
    }
  }

  private static func listeningPort(_ url: URL) -> Int? {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    let redirect = items?.first { $0.name == "redirect_uri" }?.value
    return redirect.flatMap { URLComponents(string: $0)?.port }
  }
}
