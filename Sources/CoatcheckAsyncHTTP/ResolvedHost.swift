// SPDX-License-Identifier: Apache-2.0

#if NIO
  import AsyncHTTPClient
  import CoatcheckClient
  import CoatcheckOAuth
  import Foundation
  import HTTPTypes
  import NIOCore

  /// One resolved address of a host. The connection goes to this address, and the server's certificate
  /// must be valid for the name of the host.
  struct ResolvedHost: Sendable {
    let address: String
    var trust = HostTrust.system
    let environment: RuntimeEnvironment

    /// Sends a request over a new connection, which is closed afterwards: the next request resolves and
    /// checks the addresses again.
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

    /// Whether the connection could not be opened, so that nothing was sent and another address may be
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
