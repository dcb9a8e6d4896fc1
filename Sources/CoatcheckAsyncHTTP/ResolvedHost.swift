// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  import CoatcheckClient
  import CoatcheckOAuth
  import Foundation
  import HTTPTypes
  import NIOCore

  /// One address of a host, which is asked by the host's name: that is what its certificate must be
  /// for.
  struct ResolvedHost: Sendable {
    let address: String
    var trust = HostTrust.system
    let environment: RuntimeEnvironment

    /// Sends a request over a connection of its own, which does not outlive the look at its
    /// address.
    func send(
      _ request: HTTPRequest, _ body: Data, to endpoint: Endpoint, _ limit: ResponseLimit
    ) async throws -> (head: HTTPResponse, body: Data) {
      let host = TrustRules.split(endpoint.authority).host
      var configuration = HTTPClients.configuration
      TrustedTLS.configure(&configuration, for: host, trusting: trust, showing: nil, environment)
      if !host.hasPrefix("[") { configuration.dnsOverride = [host: address] }
      let client = HTTPClient(
        eventLoopGroupProvider: .shared(HTTPClient.defaultEventLoopGroup),
        configuration: configuration)
      defer { client.shutdown { _ in } }
      return try await AsyncHTTPTransport.exchange(
        request, body, with: endpoint, over: client, limit)
    }

    /// Whether the connection was refused, so that nothing was sent, and another address may be
    /// tried.
    static func isUnreachable(_ error: any Error) -> Bool {
      switch error {
      case let error as IOError:
        [ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL].contains(error.errnoCode)
      case let error as HTTPClientError: error == .connectTimeout
      default: false
      }
    }
  }
#endif
