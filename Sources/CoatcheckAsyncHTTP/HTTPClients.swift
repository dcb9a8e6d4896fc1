// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  import CoatcheckClient
  import CoatcheckOAuth
  import NIOCore

  /// The clients for requests that are made in the same trust: with a proxy and without, for bodies in
  /// memory and for those that are streamed, whose connections are all on one event loop.
  ///
  /// A connection is used again only within one of them, so that a request never goes over a connection
  /// whose certificate was judged by another rule.
  struct HTTPClients: Sendable {
    private let direct: HTTPClient
    private let proxied: HTTPClient?
    private let uploading: HTTPClient
    private let uploadingProxied: HTTPClient?

    /// - Parameters:
    ///   - group: The event loops.
    ///   - loop: The event loop for bodies that are streamed.
    ///   - proxy: The proxy, if any.
    ///   - rule: The host and what is trusted there; nil for all hosts, where the system decides.
    ///   - identity: What the client proves itself by there.
    ///   - environment: What says whether a certificate is valid now.
    init(
      on group: any EventLoopGroup, uploadLoop loop: any EventLoop,
      through proxy: ProxyRules.Proxy?, trusting rule: (authority: String, trust: HostTrust)?,
      showing identity: TLSIdentity?, _ environment: Environment
    ) {
      let client = { (group: any EventLoopGroup, proxy: ProxyRules.Proxy?) in
        var configuration = Self.configuration
        configuration.proxy = proxy.map { .server(host: $0.host, port: $0.port) }
        TrustedTLS.configure(&configuration, rule, showing: identity, environment)
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
      }
      direct = client(group, nil)
      proxied = proxy.map { client(group, $0) }
      uploading = client(loop, nil)
      uploadingProxied = proxy.map { client(loop, $0) }
    }

    static var configuration: HTTPClient.Configuration {
      // Its decompression stops at 25 times the compressed length, so that a small body can't fill the
      // memory; its other settings are replaced.
      var configuration = HTTPClient.Configuration.singletonConfiguration
      configuration.redirectConfiguration = .disallow
      configuration.timeout = .init(connect: .seconds(10))
      configuration.connectionPool.idleTimeout = .seconds(30)
      // A port that nobody listens on is an answer, not something to try until the deadline.
      configuration.connectionPool.retryConnectionEstablishment = false
      // Its spans hold whole addresses, and with them the codes and secrets that some providers want there.
      configuration.tracing.tracer = nil
      return configuration
    }

    func client(isUpload: Bool, isProxied: Bool) -> HTTPClient {
      switch (isUpload, isProxied) {
      case (false, false): direct
      case (false, true): proxied ?? direct
      case (true, false): uploading
      case (true, true): uploadingProxied ?? uploading
      }
    }

    func shutdown() {
      for client in [direct, proxied, uploading, uploadingProxied] { client?.shutdown { _ in } }
    }
  }
#endif
