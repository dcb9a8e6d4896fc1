// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  import CoatcheckClient
  import CoatcheckOAuth
  import NIOCore

  /// The HTTP clients that verify servers by the same rules: one for direct connections and one for the
  /// proxy, each for bodies in memory and for streamed bodies. The connections for streamed bodies are
  /// all on one event loop.
  ///
  /// A connection is reused only within one client, so that a request never uses a connection whose
  /// certificate was checked by other rules. Requests in progress retain the clients; the connections
  /// are closed when no request uses them.
  final class HTTPClients: Sendable {
    private let direct: HTTPClient
    private let proxied: HTTPClient?
    private let uploading: HTTPClient
    private let uploadingProxied: HTTPClient?

    /// - Parameters:
    ///   - loop: The event loop for bodies that are streamed.
    ///   - proxy: The proxy, if any.
    ///   - configure: Sets the rules by which the clients verify servers.
    init(
      uploadLoop loop: any EventLoop = HTTPClient.defaultEventLoopGroup.any(),
      through proxy: ProxyRules.Proxy?,
      _ configure: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) {
      var configuration = Self.configuration
      configure(&configuration)
      let client = { [configuration] (group: any EventLoopGroup, proxy: ProxyRules.Proxy?) in
        var configuration = configuration
        configuration.proxy = proxy.map { .server(host: $0.host, port: $0.port) }
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
      }
      let group = HTTPClient.defaultEventLoopGroup
      direct = client(group, nil)
      proxied = proxy.map { client(group, $0) }
      uploading = client(loop, nil)
      uploadingProxied = proxy.map { client(loop, $0) }
    }

    deinit {
      for client in [direct, proxied, uploading, uploadingProxied] { client?.shutdown { _ in } }
    }

    static var configuration: HTTPClient.Configuration {
      // Its decompression stops at 25 times the compressed length, so that a small body cannot fill
      // the memory; its other settings are replaced.
      var configuration = HTTPClient.Configuration.singletonConfiguration
      configuration.redirectConfiguration = .disallow
      configuration.timeout = .init(connect: .seconds(10))
      configuration.connectionPool.idleTimeout = .seconds(30)
      // The default is 8: as many responses that stay open, such as event streams, would block all
      // others.
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
      // A refused connection is final; it is not tried again until the deadline.
      configuration.connectionPool.retryConnectionEstablishment = false
      // Its spans contain whole URLs, and with them the codes and secrets that some providers require
      // in a URL.
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
  }
#endif
