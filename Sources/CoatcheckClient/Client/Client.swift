// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging
public import CoatcheckFoundation

/// An app as a provider knows it: what people sign in to.
///
/// ```swift
/// let google = try await Provider.discover("https://accounts.google.com")
/// let client = Client(of: google, id: "…", store: .system)
/// let session = try await client.signIn(scopes: [.openID, .email], storedAs: "main")
/// ```
public struct Client: Sendable {
  /// Whom people sign in with.
  public let provider: Provider
  /// The client as it was registered there.
  public let identity: ClientIdentity

  /// All accounts in the client's store, also those of other clients.
  public var accounts: Accounts { Accounts(in: store, environment: environment) }

  package let flow: CodeFlow
  let redirect: RedirectPolicy
  package var store: any TokenStore
  let asking: Asking
  let prompts: UnansweredPrompts
  let idTokenAlgorithms: Set<SignatureAlgorithm>?
  package let transport: any HTTPTransport
  let keys: KeySetCache
  let clock = ServerClock()
  let leeway: TimeInterval
  package let environment: RuntimeEnvironment
  let logger: Logger
  /// Whether tokens are bound to keys of their own.
  let dpop: DPoPPolicy
  /// The access tokens that the client gets for itself, kept in memory for as long as they are good.
  public let ownTokens: ClientCredentialsCache

  /// Who asks the person.
  enum Asking: Sendable {
    case agent(any UserAgent)
    case system(SystemSignIn)
  }

  /// A client of a provider.
  ///
  /// - Parameters:
  ///   - provider: Whom people sign in with.
  ///   - id: The client's id, as the provider gave it.
  ///   - secret: The client's secret. An app on people's own machines has none.
  ///   - authentication: How the client proves who it is, where that isn't a secret sent in the way the
  ///     provider lists.
  ///   - profile: What is agreed upon with the provider.
  ///   - redirect: Where the provider sends the person back to.
  ///   - store: Where sessions are kept.
  ///   - userAgent: What shows the provider's pages, for apps with one of their own.
  ///   - signIn: How the person at this machine is asked, where no user agent is given.
  ///   - transport: What sends the requests.
  ///   - idTokenAlgorithms: The algorithm registered for ID tokens, or several; without it those that
  ///     the provider lists.
  ///   - leeway: How many seconds before its end an access token is replaced, from 0 to 600.
  ///   - dpop: Whether tokens are bound to a key, which each sign-in makes anew and stores with the session.
  ///   - environment: The clocks and the random generator.
  ///   - logger: Where the steps are logged; no secret ever is.
  public init(
    of provider: Provider, id: String, secret: Secret? = nil,
    authentication: ClientAuthentication? = nil, profile: SecurityProfile = .standard,
    redirect: RedirectPolicy = .loopback,
    store: any TokenStore, userAgent: (any UserAgent)? = nil, signIn: SystemSignIn = .automatic,
    transport: any HTTPTransport,
    idTokenAlgorithms: Set<SignatureAlgorithm>? = nil, leeway: TimeInterval = 30,
    dpop: DPoPPolicy = .never, environment: RuntimeEnvironment = .live, logger: Logger = .silent
  ) {
    self.provider = provider
    identity = ClientIdentity(
      id: id,
      authentication: authentication ?? Self.authentication(secret, at: provider.metadata))
    self.redirect = redirect
    self.store = store
    asking = userAgent.map(Asking.agent) ?? .system(signIn)
    prompts = UnansweredPrompts(beside: store.place, environment: environment)
    self.idTokenAlgorithms = idTokenAlgorithms
    self.transport = transport
    self.leeway = leeway
    self.environment = environment
    self.logger = logger
    self.dpop = dpop
    ownTokens = ClientCredentialsCache(
      metadata: provider.metadata, client: identity, dialect: provider.dialect,
      transport: transport, dpop: dpop, profile: profile, leeway: leeway, clock: clock,
      environment: environment, logger: logger)
    keys = KeySetCache(transport: transport, environment: environment)
    var flow = CodeFlow(
      metadata: provider.metadata, client: identity, dialect: provider.dialect,
      profile: profile, transport: transport, keys: keys,
      idTokenAlgorithms: idTokenAlgorithms, clock: clock, environment: environment,
      logger: logger)
    flow.dpop = dpop
    self.flow = flow
  }

  /// The way the provider wants the secret.
  ///
  /// RFC 8414 §2, on the list of methods: "If omitted, the default is "client_secret_basic"". RFC 6749
  /// §2.3.1 has the form for clients which can't use Basic: "NOT RECOMMENDED".
  private static func authentication(
    _ secret: Secret?, at metadata: ServerMetadata
  ) -> ClientAuthentication {
    guard let secret else { return .none }
    let methods = metadata.tokenEndpointAuthMethodsSupported ?? ["client_secret_basic"]
    if methods == ["wskey_hmac"] { return .wskey(secret) }
    let needsForm =
      methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
    return needsForm ? .post(secret) : .basic(secret)
  }

  /// The provider's endpoints as this client reaches them.
  var reached: ServerMetadata { provider.metadata.reached(by: identity, flow.profile) }

  /// A live session of what was stored. Where the provider's clients have a secret and this one was made
  /// without it, the session can be used and not refreshed.
  package func live(_ stored: StoredSession) -> Session {
    let lacksSecret =
      provider.dialect.requirements.contains(.clientSecret)
      && identity.authentication.secret == nil
    return Session(
      stored, store: store, transport: transport, environment: environment,
      role: lacksSecret ? .withoutCredentials : .keeping, leeway: leeway, keys: keys, clock: clock,
      profile: flow.profile, logger: logger)
  }
}
