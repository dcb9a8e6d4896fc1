// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Creates a client that registers itself with the provider by dynamic client registration
  /// ([RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)), once: the registration is
  /// stored next to the sessions and found again.
  ///
  /// ```swift
  /// let client = try await Client.register(
  ///   at: provider, as: .native(name: "My tool", redirectURIs: ["http://127.0.0.1/callback"]),
  ///   store: SystemStore.system, transport: .platform)
  /// ```
  ///
  /// - Parameters:
  ///   - provider: The provider that users sign in with.
  ///   - metadata: The client metadata to register. If it differs from the stored one, the client is
  ///     registered again, and users sign in again.
  ///   - name: The name that the registration is stored under; nil for the client's name.
  ///   - initialAccessToken: The access token for the registration endpoint, where it requires one.
  ///   - softwareStatement: A software statement, signed by a third party.
  ///   - store: The store for sessions and registrations.
  ///   - transport: Sends the requests.
  ///   - configure: Changes the options that differ from their defaults.
  /// - Throws: `misused` naming `registration_endpoint` when the provider has none; `refused` when it
  ///   refuses this client; `unreadable` when the registered metadata does not suffice; what the
  ///   transport or the store throws. Nothing is stored then.
  public static func register(
    at provider: Provider, as metadata: ClientMetadata, named name: String? = nil,
    initialAccessToken: Secret? = nil, softwareStatement: Secret? = nil,
    store: any TokenStore & ClientStore, transport: any HTTPTransport,
    configure: (inout ClientOptions) -> Void = { _ in }
  ) async throws(OAuthError) -> Client {
    var options = ClientOptions()
    configure(&options)
    let registration = try await ClientRegistrar(
      in: store, transport: transport, environment: options.environment
    ).client(
      at: provider.metadata, as: metadata, named: name, initialAccessToken: initialAccessToken,
      softwareStatement: softwareStatement)
    let identity = try registration.identity()
    // The client authenticates by the registered method, even if the provider supports other methods.
    var chosen = provider.metadata
    chosen.tokenEndpointAuthMethodsSupported = [identity.authentication.method]
    return Client(
      of: Provider(
        metadata: chosen, name: provider.profile, leeway: provider.leeway,
        dialect: provider.dialect),
      id: identity.id, secret: identity.authentication.secret, store: store, transport: transport
    ) { $0 = options }
  }
}
