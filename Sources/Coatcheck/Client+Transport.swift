// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin) || APPLE_SHIMS || NIO
  public import CoatcheckClient
  public import CoatcheckOAuth

  extension Client {
    /// Creates a client of a provider, with the transport of this platform.
    ///
    /// - Parameters:
    ///   - provider: The provider that users sign in with.
    ///   - id: The client identifier, as the provider issued it (`client_id`).
    ///   - secret: The client secret; nil for a public client, such as an app on its users' machines.
    ///   - store: The store for sessions.
    ///   - configure: Changes the options that differ from their defaults.
    public init(
      of provider: Provider, id: String, secret: Secret? = nil, store: any TokenStore,
      configure: (inout ClientOptions) -> Void = { _ in }
    ) {
      self.init(
        of: provider, id: id, secret: secret, store: store, transport: Transports.system,
        configure: configure)
    }
  }
#endif
