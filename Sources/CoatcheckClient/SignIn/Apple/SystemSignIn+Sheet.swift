// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

extension SystemSignIn {
  /// Makes a user agent that shows pages in a sheet above the app, for the client's redirect URI, a
  /// deadline, and an environment.
  package typealias SheetFactory =
    @Sendable (_ redirectURI: String?, Duration, RuntimeEnvironment) -> any UserAgent

  /// The sheet of this system; nil where it has no sheet.
  static var systemSheet: SheetFactory? {
    #if canImport(AuthenticationServices) || APPLE_SHIMS
      { redirectURI, deadline, environment in
        WebAuthenticationSessionAgent(
          redirectURI: redirectURI, deadline: deadline, environment: environment)
      }
    #else
      nil
    #endif
  }
}
