// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging

/// What is seldom said of a client: each property has the default that most apps want.
///
/// ```swift
/// let client = Client(of: google, id: "…", store: .system) {
///   $0.redirect = .fixed("https://app.example/callback")
///   $0.dpop = .required()
/// }
/// ```
public struct ClientOptions: Sendable {
  /// How the client authenticates, where that is not a secret sent in the way that the provider lists.
  public var authentication: ClientAuthentication?
  /// Where the provider sends the user back to. Left out it is ``RedirectPolicy/loopback``, unless the provider
  /// requires a redirect URI that was registered: then a sign-in is `misused` naming `redirectURI`.
  public var redirect: RedirectPolicy?
  /// What shows the provider's pages, for apps with a user agent of their own.
  public var userAgent: (any UserAgent)?
  /// How the user at this machine is asked, where no user agent is given.
  public var signIn = SystemSignIn.automatic
  /// What is agreed upon with the provider.
  public var profile = SecurityProfile.standard
  /// The algorithms registered for ID tokens; nil for those that the provider lists.
  public var idTokenAlgorithms: Set<SignatureAlgorithm>?
  /// Whether tokens are bound to a key, which each sign-in makes and stores with the session.
  public var dpop = DPoPPolicy.never
  /// How many seconds before its end an access token is replaced, from 0 to 600.
  public var leeway: TimeInterval = 30
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// Where the steps are logged; no secret ever is.
  public var logger = Logger.silent

  /// The defaults.
  public init() {}

  /// What requests are sent with and responses are judged by.
  package func runtime(over transport: any HTTPTransport) -> ClientRuntime {
    var runtime = ClientRuntime(transport: transport, environment: environment)
    runtime.profile = profile
    runtime.idTokenAlgorithms = idTokenAlgorithms
    runtime.dpop = dpop
    runtime.leeway = leeway
    runtime.logger = logger
    return runtime
  }
}
