// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging

/// The options of a client. Each property has the default that most apps need.
///
/// ```swift
/// let client = Client(of: google, id: "…", store: .system) {
///   $0.redirect = .fixed("https://app.example/callback")
///   $0.dpop = .required()
/// }
/// ```
public struct ClientOptions: Sendable {
  /// The client authentication, where it is not a secret sent by the method that the provider lists.
  public var authentication: ClientAuthentication?
  /// The redirect URI of sign-ins. Nil means ``RedirectPolicy/loopback``, unless the provider
  /// requires a redirect URI that was registered: then a sign-in is `misused` naming `redirectURI`.
  public var redirect: RedirectPolicy?
  /// Shows the provider's pages, for apps with a user agent of their own; nil for ``signIn``.
  public var userAgent: (any UserAgent)?
  /// How the user at this machine signs in, where no user agent is given.
  public var signIn = SystemSignIn.automatic
  /// The security profile that the client and the provider have agreed upon.
  public var profile = SecurityProfile.standard
  /// The signature algorithms that are accepted for ID tokens; nil for those that the provider lists.
  public var idTokenAlgorithms: Set<SignatureAlgorithm>?
  /// Whether tokens are bound to a key, which each sign-in generates and stores with the session.
  public var dpop = DPoPPolicy.never
  /// How long before its expiry an access token is replaced, in seconds from 0 to 600.
  public var leeway: TimeInterval = 30
  /// The clocks and the random generator.
  public var environment = RuntimeEnvironment.live
  /// The logger for the steps of the protocols. Secrets are never logged.
  public var logger = Logger.silent

  /// Creates options with the default values.
  public init() {}

  /// The runtime of a client with these options.
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
