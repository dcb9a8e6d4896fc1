// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// A client that registers itself with the provider, once: the registration is kept beside the
  /// sessions and found again.
  ///
  /// ```swift
  /// let client = try await Client.register(
  ///   at: provider, as: .native(name: "My tool", redirectURIs: ["http://127.0.0.1/callback"]),
  ///   store: SystemStore.system, transport: .platform)
  /// ```
  ///
  /// - Parameters:
  ///   - provider: The provider that users sign in with.
  ///   - metadata: What the client says about itself. If it differs from the stored one, the client
  ///     is registered again, and users sign in again.
  ///   - name: What the program calls the registration; the client's name unless given.
  ///   - initialAccessToken: The token to register with, where registration is protected.
  ///   - softwareStatement: A software statement, signed by a third party.
  ///   - store: Where sessions and registrations are kept.
  ///   - transport: What sends the requests.
  ///   - configure: Sets what is seldom said.
  /// - Throws: `misused` when the provider does not offer registration; `refused` when it refuses
  ///   this client;
  ///   `unreadable` when what it registered is not enough to sign in with.
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
    // The method is the registered one, whatever else the provider takes.
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
