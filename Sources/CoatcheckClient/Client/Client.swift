// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// An app as it is registered with a provider: what users sign in to.
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

  /// What the client is, for flows that are taken step by step.
  public let context: ClientContext
  /// The access tokens that the client gets for itself, kept in memory for as long as they are
  /// valid.
  public let ownTokens: ClientCredentialsCache
  package var store: any TokenStore
  /// Where the provider sends the user back to; nil where the app has not said it.
  let redirect: RedirectPolicy?
  let presenter: SignInPresenter
  let prompts: UnansweredPrompts

  /// A client of a provider.
  ///
  /// - Parameters:
  ///   - provider: The provider that users sign in with.
  ///   - id: The client's id, as the provider gave it.
  ///   - secret: The client's secret. An app on its users' machines has none.
  ///   - store: Where sessions are kept.
  ///   - transport: What sends the requests.
  ///   - configure: Sets what is seldom said.
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
  /// The client as it was registered there.
  public var identity: ClientIdentity { context.client }
  package var transport: any HTTPTransport { context.runtime.transport }
  package var environment: RuntimeEnvironment { context.runtime.environment }

  /// How the provider requires the secret.
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
