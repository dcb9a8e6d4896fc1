// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

extension SignInContext {
  /// The user agent of a flow: its own, the app's, or the one that fits this machine.
  ///
  /// - Parameter own: The flow's own.
  /// - Throws: `misused` where there is no user agent, and where the user cannot be asked.
  func userAgent(_ own: (any UserAgent)?) throws(OAuthError) -> any UserAgent {
    if let own { return own }
    switch presenter {
    case .agent(let agent): return agent
    case .system(let system):
      let fitting = try system.methodWithoutDevices(at: metadata, redirectURI: redirectURI)
      let method =
        if let fitting { fitting } else {
          try system.method(at: metadata, redirectURI: redirectURI)
        }
      system.willPrompt(method)
      if let agent = system.userAgent(
        for: method, redirectURI: redirectURI, environment: environment)
      {
        return agent
      }
    case nil: break
    }
    throw .misused("userAgent", "The client has no user agent for this flow.")
  }
}
