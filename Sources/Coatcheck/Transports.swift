// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin) || APPLE_SHIMS || NIO
  public import CoatcheckClient
  public import CoatcheckOAuth
#endif

#if NIO && !(canImport(Darwin) || APPLE_SHIMS)
  public import CoatcheckAsyncHTTP
#endif

/// The transports of this platform.
public enum Transports {
  #if canImport(Darwin) || APPLE_SHIMS
    /// The system's own HTTP stack.
    public static var system: any HTTPTransport { URLSessionTransport.shared }

    /// The system's own HTTP stack, with rules for the certificates of some hosts. Make one and keep it.
    ///
    /// - Parameter trust: Which certificates are trusted.
    public static func system(trust: TrustRules) -> any HTTPTransport {
      URLSessionTransport(trust: trust)
    }
  #elseif NIO
    /// AsyncHTTPClient, shared by the whole program.
    public static var system: any HTTPTransport { AsyncHTTPTransport.shared }

    /// AsyncHTTPClient, with rules for the certificates of some hosts. Make one and keep it: it has
    /// connections of its own.
    ///
    /// - Parameter trust: Which certificates are trusted.
    public static func system(trust: TrustRules) -> any HTTPTransport {
      AsyncHTTPTransport(trust: trust)
    }
  #endif
}

#if canImport(Darwin) || APPLE_SHIMS || NIO
  extension Provider {
    /// Asks an issuer for its metadata, over the transport of this platform.
    ///
    /// - Parameters:
    ///   - issuer: The issuer identifier, exactly as the provider writes it.
    ///   - name: The name that users see.
    /// - Throws: `misused` when the identifier is invalid; `discoveryMismatch` when the document is
    ///   another issuer's, in which case nothing in it was used; else what the transport threw.
    public static func discover(
      _ issuer: String, name: String? = nil
    ) async throws(OAuthError) -> Provider {
      try await discover(issuer, name: name, transport: Transports.system)
    }
  }
#endif

#if canImport(Darwin) || APPLE_SHIMS
  extension HTTPTransport where Self == URLSessionTransport {
    /// The transport of this platform.
    public static var platform: URLSessionTransport { .shared }
  }
#elseif NIO
  extension HTTPTransport where Self == AsyncHTTPTransport {
    /// The transport of this platform.
    public static var platform: AsyncHTTPTransport { .shared }
  }
#endif
