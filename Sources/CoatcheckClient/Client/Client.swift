// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// An app as it is registered with a provider. It signs users in and stores their sessions.
///
/// ```swift
/// let google = try await Provider.discover("https://accounts.google.com")
/// let client = Client(of: google, id: "…", store: .system)
/// let session = try await client.signIn(
///   scopes: [.openID, .email], storedAs: "main")
/// ```
public struct Client: Sendable {
  /// All accounts in the client's store, also those of other clients.
  public var accounts: Accounts { Accounts(in: store, environment: environment) }

  /// The client, its provider and the means to send requests, for flows that are called step by step.
  public let context: ClientContext
  /// The access tokens that the client gets for itself by the client credentials grant, cached in
  /// memory.
  public let ownTokens: ClientCredentialsCache
  package var store: any TokenStore
  /// Where the provider sends the user back to; nil where the app has not said it.
  let redirect: RedirectPolicy?
  let presenter: SignInPresenter
  let prompts: UnansweredPrompts

  /// Creates a client of a provider.
  ///
  /// - Parameters:
  ///   - provider: The provider that users sign in with.
  ///   - id: The client identifier, as the provider issued it (`client_id`).
  ///   - secret: The client secret; nil for a public client, such as an app on its users' machines. It
  ///     is sent by the method that the provider's metadata lists, `client_secret_basic` if it lists
  ///     none.
  ///   - store: The store for sessions.
  ///   - transport: Sends the requests.
  ///   - configure: Changes the options that differ from their defaults.
  public init(
    of provider: Provider, id: String, secret: Secret? = nil, store: any TokenStore,
    transport: any HTTPTransport, configure: (inout ClientOptions) -> Void = { _ in }
  ) {
    var options = ClientOptions()
    configure(&options)
    let identity = ClientIdentity(
      id: id,
      authentication: options.authentication
        ?? Self.authentication(secret, at: provider.metadata, provider.dialect))
    context = ClientContext(
      provider: provider, client: identity, runtime: options.runtime(over: transport))
    ownTokens = ClientCredentialsCache(context)
    self.store = store
    redirect = options.redirect
    presenter = options.userAgent.map(SignInPresenter.agent) ?? .system(options.signIn)
    prompts = UnansweredPrompts(beside: store.place, environment: options.environment)
  }

  /// The provider that users sign in with.
  public var provider: Provider { context.provider }
  /// The client identifier and the client credentials.
  public var identity: ClientIdentity { context.client }
  package var transport: any HTTPTransport { context.runtime.transport }
  package var environment: RuntimeEnvironment { context.runtime.environment }

  /// The client authentication for a secret: the method that the provider's metadata or dialect
  /// requires.
  ///
  /// RFC 8414 §2, on the list of methods: "If omitted, the default is "client_secret_basic"". RFC
  /// 6749 §2.3.1 has the form for clients which cannot use Basic: "NOT RECOMMENDED".
  package static func authentication(
    _ secret: Secret?, at metadata: ServerMetadata, _ dialect: Dialect
  ) -> ClientAuthentication {
    guard let secret else { return .none }
    let methods = metadata.tokenEndpointAuthMethodsSupported ?? ["client_secret_basic"]
    if let scheme = dialect.clientSignature, methods == [scheme.method] {
      return .hmacSignature(secret, scheme)
    }
    let needsForm =
      methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
    return needsForm ? .post(secret) : .basic(secret)
  }

  /// A live session of what was stored. Where the provider's clients have a secret and this one was
  /// made without it, the session can be used and not refreshed.
  package func live(_ stored: StoredSession) -> Session {
    let lacksSecret =
      provider.dialect.requirements.contains(.clientSecret)
      && identity.authentication.secret == nil
    return Session(
      stored, store: store, runtime: context.runtime,
      role: lacksSecret ? .withoutCredentials : .keeping)
  }
}
