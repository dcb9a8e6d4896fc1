// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The callback that closes a sheet, as far as the system can compare it. The system compares only a
/// part of the redirect URI, so ``SheetUserAgent`` checks the returned URL once more.
enum SheetCallback: Sendable, Equatable {
  /// Any address of a scheme of the app's own.
  case scheme(String)
  /// An `https` address of a host that is associated with the app.
  case https(host: String, path: String)

  /// The callback of a redirect URI.
  ///
  /// - Throws: `misused` naming `redirectURI` where a sheet cannot receive it: `http`, also on this
  ///   machine, and `https` with a port.
  init(redirectURI: String) throws(OAuthError) {
    _ = try RedirectURI(redirectURI)
    guard let uri = URIParts(redirectURI) else {
      throw .misused("redirectURI", "The redirect URI is not an absolute URI.")
    }
    switch uri.scheme {
    case "http":
      throw .misused(
        "redirectURI",
        "A sign-in sheet receives no callback on a port of this machine: register a redirect URI "
          + "with a scheme of the app's own, or an https one.")
    case "https":
      // ASWebAuthenticationSession.Callback has a host and a path, and no port.
      guard let authority = uri.authority, authority.port == nil else {
        throw .misused("redirectURI", "A sign-in sheet receives no https callback with a port.")
      }
      self = .https(host: authority.host, path: uri.path.isEmpty ? "/" : uri.path)
    case let scheme: self = .scheme(scheme)
    }
  }

  /// Whether a sheet can receive a redirect URI.
  static func isReceived(_ redirectURI: String?) -> Bool {
    guard let redirectURI else { return false }
    return (try? SheetCallback(redirectURI: redirectURI)) != nil
  }
}
