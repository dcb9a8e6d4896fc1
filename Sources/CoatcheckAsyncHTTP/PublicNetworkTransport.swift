// SPDX-License-Identifier: Apache-2.0

#if NIO
  public import CoatcheckClient
  public import CoatcheckOAuth
  public import Foundation
  public import HTTPTypes

  /// A transport for addresses that third parties name: it reaches hosts on the Internet, and neither
  /// this machine nor its private network.
  ///
  /// Only `https` is sent. A name is resolved once, none of its addresses may be on this machine or in
  /// a private network, and the connection goes to an address that was checked: a name that is resolved
  /// differently a moment later has no effect. The certificate has to be valid for the name. Redirects
  /// are returned and not followed, and no proxy is used, since a proxy would resolve the name again.
  public struct PublicNetworkTransport: HTTPTransport {
    /// Returns the IP addresses of a host name, as text.
    public typealias Resolver = @Sendable (_ host: String) async throws -> [String]

    /// How many of a name's addresses are tried.
    private static let tries = 3

    private let resolver: Resolver
    private let environment: RuntimeEnvironment

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - resolver: Resolves host names; the system, unless given.
    ///   - environment: The clocks and the random generator.
    public init(
      resolver: @escaping Resolver = SystemResolver.addresses(of:),
      environment: RuntimeEnvironment = .live
    ) {
      self.resolver = resolver
      self.environment = environment
    }

    /// Sends a request and reads the whole response.
    ///
    /// - Throws: `unreadable` with `addressRefused` when the URL is not `https`, or an address of its
    ///   host is on this machine or in a private network: nothing was sent; else as
    ///   ``AsyncHTTPTransport/send(_:body:limit:)``.
    public func send(
      _ request: HTTPRequest, body: Data, limit: ResponseLimit
    ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
      let endpoint = try request.endpoint()
      guard endpoint.scheme == "https", !AddressGuard.isInside(endpoint) else { throw Self.refused }
      return try await AsyncHTTPTransport.within(limit, of: endpoint, environment) {
        try await attempt(request, body, to: endpoint, limit)
      }
    }

    private func attempt(
      _ request: HTTPRequest, _ body: Data, to endpoint: Endpoint, _ limit: ResponseLimit
    ) async throws -> (head: HTTPResponse, body: Data) {
      let host = TrustRules.split(endpoint.authority).host
      let addresses =
        host.hasPrefix("[") ? [String(host.dropFirst().dropLast())] : try await resolver(host)
      // One private address is enough to refuse the host: which address is used would be left to
      // chance.
      guard !addresses.isEmpty, !addresses.contains(where: AddressGuard.isInside(peer:))
      else { throw Self.refused }
      var failure: any Error = Self.refused
      for address in addresses.prefix(Self.tries) {
        do {
          return try await ResolvedHost(address: address, environment: environment)
            .send(request, body, to: endpoint, limit)
        } catch let error where ResolvedHost.isUnreachable(error) {
          failure = error
        }
      }
      throw failure
    }

    private static let refused = OAuthError.unreadable(
      .addressRefused, "The address is on this machine or in a private network.")
  }

  /// Resolves host names with the system: the hosts file and the domain name system.
  public enum SystemResolver {
    /// The IP addresses of a host, in the order in which the system would try them.
    ///
    /// - Parameter host: The host name, without a port.
    /// - Throws: `unreachable` with `OAuthError.Code.connectionFailed` when the name has no address.
    @Sendable
    public static func addresses(of host: String) async throws -> [String] {
      let found = await withCheckedContinuation { continuation in
        // `getaddrinfo` blocks, for as long as the configuration of the system says.
        DispatchQueue.global().async { continuation.resume(returning: lookUp(host)) }
      }
      guard !found.isEmpty else {
        throw OAuthError.unreachable(.connectionFailed, "\(host) is not known.")
      }
      return found
    }

    private static func lookUp(_ host: String) -> [String] {
      var hints = addrinfo()
      #if os(Linux)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      #else
        hints.ai_socktype = SOCK_STREAM
      #endif
      var list: UnsafeMutablePointer<addrinfo>?
      guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
      defer { freeaddrinfo(list) }
      var found: [String] = []
      var next = list
      while let entry = next?.pointee {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let isNumeric = getnameinfo(
          entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        if isNumeric == 0 {
          let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
          found.append(String(decoding: bytes, as: UTF8.self))
        }
        next = entry.ai_next
      }
      return found
    }
  }
#endif
