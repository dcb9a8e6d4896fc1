// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import Logging

/// What is seldom said of a website's sign-in: each property has the default that most sites want.
public struct WebSignInOptions: Sendable {
  /// Whether browsers keep the cookies for this host and TLS alone.
  public enum CookieSecurity: Sendable, Hashable {
    /// `__Host-` and `Secure`. Chromium and Firefox keep such cookies on `localhost`, too.
    case required
    /// Neither of them, at a loopback origin: for a browser that keeps none otherwise, while developing.
    case plainOnLoopback
  }

  /// What caches may do with the pages of a signed-in user.
  public enum Caching: String, Sendable, Hashable {
    /// Nothing: the page is asked for again when the user comes back to it, also after signing out.
    case noStore = "no-store"
    /// The browser may keep them, and shows them by its Back button after the user has signed out.
    case `private`
  }

  /// Other services at which users may connect an account, for the site to use.
  public var connections: [WebConnection] = []
  /// The first part of the paths of the sign-in.
  public var prefix = "/auth"
  /// The name of the session's cookie, without `__Host-`.
  public var cookieName = "coatcheck"
  /// Whether browsers keep the cookies for this host and TLS alone.
  public var cookies = CookieSecurity.required
  /// Whether the user is still signed in after the browser was closed and opened again, as long as the session lasts.
  public var outlivesBrowser = true
  /// How long a session lasts that is not used.
  public var idle: Duration = .seconds(8 * 3600)
  /// How long a session lasts however much it is used. It ends with the refresh token where the provider says when.
  public var lifetime: Duration = .seconds(7 * 86_400)
  /// What caches may do with the pages of a signed-in user.
  public var caching = Caching.noStore
  /// The claims of the user that scripts in the browser may read.
  public var scriptClaims: Set<String> = ["name", "preferred_username", "email", "picture"]
  /// A style sheet of the site's own for the pages of the sign-in: a path, such as `/site.css`.
  public var styleSheet: String?
  /// Whether signing out ends the user's session at the provider, too.
  public var endsProviderSession = true
  /// What the site does with a user who has signed in, before the session is opened. What it throws refuses the
  /// sign-in, and the tokens are revoked.
  public var signedIn: @Sendable (WebUser) async throws -> Void = { _ in }
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// Where the steps are logged; no secret ever is.
  public var logger = Logger(label: "coatcheck.web") { _ in SwiftLogNoOpLogHandler() }

  /// The defaults.
  public init() {}
}
