// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin) || APPLE_SHIMS || NIO
  public import CoatcheckClient
  public import CoatcheckOAuth

  extension Client {
    /// A client of a provider, over the transport of this platform.
    ///
    /// - Parameters:
    ///   - provider: The provider that users sign in with.
    ///   - id: The client's id, as the provider gave it.
    ///   - secret: The client's secret. An app on its users' machines has none.
    ///   - store: Where sessions are kept.
    ///   - configure: Sets what is seldom said.
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
