// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import Logging

/// The options of a website's sign-in. Each property has the default that most sites need.
public struct WebSignInOptions: Sendable {
  /// Whether cookies are restricted to this host and to TLS.
  public enum CookieSecurity: Sendable, Hashable {
    /// With the prefix `__Host-` and the attribute `Secure`. Chromium and Firefox also accept such
    /// cookies on `localhost`.
    case required
    /// Without both, only at a loopback origin: for development with a browser that does not accept
    /// protected cookies there.
    case plainOnLoopback
  }

  /// What caches may do with the pages of a signed-in user.
  public enum Caching: String, Sendable, Hashable {
    /// They must not store the page: it is requested again when the user returns to it, also after
    /// signing out.
    case noStore = "no-store"
    /// The browser may store the page, and shows it by its Back button after the user has signed out.
    case `private`
  }

  /// Other services at which users may connect an account, for the site to use.
  public var connections: [WebConnection] = []
  /// The first part of the paths of the sign-in, with a leading slash.
  public var prefix = "/auth"
  /// The name of the session cookie, without `__Host-`.
  public var cookieName = "coatcheck"
  /// Whether cookies are restricted to this host and to TLS.
  public var cookies = CookieSecurity.required
  /// Whether the user is still signed in after the browser was closed and opened again, as long as the session lasts.
  public var outlivesBrowser = true
  /// How long a session lasts without a request; 8 hours by default. A session keeps the value with which
  /// it was opened.
  public var idle: Duration = .seconds(8 * 3600)
  /// How long a session lasts even with requests; 7 days by default. It ends earlier if its refresh
  /// token expires earlier.
  public var lifetime: Duration = .seconds(7 * 86_400)
  /// What caches may do with the pages of a signed-in user.
  public var caching = Caching.noStore
  /// The names of the claims of the user that scripts in the browser may read.
  public var scriptClaims: Set<String> = ["name", "preferred_username", "email", "picture"]
  /// The path of a style sheet for the pages of the sign-in, such as `/site.css`; nil for none.
  public var styleSheet: String?
  /// Whether signing out also ends the login session at the provider.
  public var endsProviderSession = true
  /// Called with a user who has signed in, before the session is opened. If it throws, the sign-in is
  /// refused, with status 403 unless the error is an `OAuthError`, and the tokens are revoked.
  public var signedIn: @Sendable (WebUser) async throws -> Void = { _ in }
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// The logger for the steps of the sign-in. Secrets are never logged.
  public var logger = Logger(label: "coatcheck.web") { _ in SwiftLogNoOpLogHandler() }

  /// Creates options with the default values.
  public init() {}
}
