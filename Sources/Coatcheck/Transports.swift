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
    /// The system's own HTTP stack (`URLSession`), shared by the whole program.
    public static var system: any HTTPTransport { URLSessionTransport.shared }

    /// The system's own HTTP stack, with rules for the certificates of some hosts. Create one and keep
    /// it.
    ///
    /// - Parameter trust: The certificates that are trusted, by host.
    public static func system(trust: TrustRules) -> any HTTPTransport {
      URLSessionTransport(trust: trust)
    }
  #elseif NIO
    /// AsyncHTTPClient, shared by the whole program.
    public static var system: any HTTPTransport { AsyncHTTPTransport.shared }

    /// AsyncHTTPClient, with rules for the certificates of some hosts. Create one and keep it: it has
    /// connections of its own.
    ///
    /// - Parameter trust: The certificates that are trusted, by host.
    public static func system(trust: TrustRules) -> any HTTPTransport {
      AsyncHTTPTransport(trust: trust)
    }
  #endif
}

#if canImport(Darwin) || APPLE_SHIMS || NIO
  extension Provider {
    /// Requests the metadata of an authorization server with the transport of this platform.
    ///
    /// [OpenID Connect Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig),
    /// and where there is no such document
    /// [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3).
    ///
    /// - Parameters:
    ///   - issuer: The issuer identifier, an absolute URL, exactly as the provider writes it.
    ///   - name: The name that users see; nil for the issuer identifier.
    /// - Throws: `misused` when the identifier is invalid; `discoveryMismatch` when the document is
    ///   another issuer's, in which case nothing in it was used; `unreadable` when the document is
    ///   invalid; else what the transport throws.
    public static func discover(
      _ issuer: String, name: String? = nil
    ) async throws(OAuthError) -> Provider {
      try await discover(issuer, name: name, transport: Transports.system)
    }
  }
#endif

#if canImport(Darwin) || APPLE_SHIMS
  extension HTTPTransport where Self == URLSessionTransport {
    /// The shared transport of this platform, `URLSession`.
    public static var platform: URLSessionTransport { .shared }
  }
#elseif NIO
  extension HTTPTransport where Self == AsyncHTTPTransport {
    /// The shared transport of this platform, AsyncHTTPClient.
    public static var platform: AsyncHTTPTransport { .shared }
  }
#endif
