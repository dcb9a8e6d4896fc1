// SPDX-License-Identifier: Apache-2.0

#if NIO
  public import CoatcheckClient
  public import CoatcheckOAuth
  public import Foundation
  public import HTTPTypes

  /// A transport for addresses that third parties name: it reaches the Internet, and neither this
  /// machine nor what is beside it.
  ///
  /// Only `https` is sent. A name is looked up once, every address it has must be outside, and the
  /// connection goes to one that was looked at: a name that means something else a moment later
  /// changes nothing. The certificate must be the name's. Redirects are returned and not followed,
  /// and no proxy is asked, since a proxy would look the name up again.
  public struct PublicNetworkTransport: HTTPTransport {
    /// Finds the addresses of a name, as texts.
    public typealias Resolver = @Sendable (_ host: String) async throws -> [String]

    /// How many of a name's addresses are tried.
    private static let tries = 3

    private let resolver: Resolver
    private let environment: RuntimeEnvironment

    /// A transport.
    ///
    /// - Parameters:
    ///   - resolver: Resolves host names; the system, unless given.
    ///   - environment: Clock, randomness and logger.
    public init(
      resolver: @escaping Resolver = SystemResolver.addresses(of:),
      environment: RuntimeEnvironment = .live
    ) {
      self.resolver = resolver
      self.environment = environment
    }

    /// Sends a request.
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
      // One address inside is enough: which of them is asked would be left to chance.
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

  /// The names of the system: the hosts file and the domain name system.
  public enum SystemResolver {
    /// The addresses of a host, in the order in which the system would try them.
    ///
    /// - Throws: `unreachable`, `OAuthError.Code.connectionFailed`, when the name has none.
    @Sendable
    public static func addresses(of host: String) async throws -> [String] {
      let found = await withCheckedContinuation { continuation in
        // It blocks, for as long as the system's configuration says.
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
