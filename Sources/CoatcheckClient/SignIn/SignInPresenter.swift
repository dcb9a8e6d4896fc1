// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// What shows the provider's pages to the user.
enum SignInPresenter: Sendable {
  /// The app's own user agent.
  case agent(any UserAgent)
  /// What fits this machine: a browser, a code for another device, or an address on the terminal.
  case system(SystemSignIn)

  /// What this machine has; nil where the app has a user agent of its own.
  var system: SystemSignIn? {
    guard case .system(let system) = self else { return nil }
    return system
  }
}
