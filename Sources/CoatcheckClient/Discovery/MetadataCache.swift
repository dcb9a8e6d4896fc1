// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// The metadata of authorization servers, fetched on first use and cached for an hour.
///
/// Concurrent callers share one request.
public actor MetadataCache {
  private struct Entry {
    let metadata: ServerMetadata
    let fetchedAt: Date
  }

  /// How long metadata is cached, in seconds.
  public static let lifetime: TimeInterval = 3600

  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment
  private var entries: [Issuer: Entry] = [:]
  private var flights: [Issuer: SingleFlight<ServerMetadata>] = [:]

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - environment: The wall clock for the age of the metadata.
  public init(transport: any HTTPTransport, environment: RuntimeEnvironment = .live) {
    self.transport = transport
    self.environment = environment
  }

  /// The metadata of an authorization server: the document of
  /// [OpenID Connect Discovery §4](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig)
  /// or, where the server answers 404, the one of
  /// [RFC 8414 §3](https://www.rfc-editor.org/rfc/rfc8414#section-3).
  ///
  /// - Throws: `discoveryMismatch` when the document names another issuer, in which case nothing in it
  ///   was used; `unreadable` when the document is invalid; what the transport throws. A failure is not
  ///   cached.
  public func metadata(of issuer: Issuer) async throws(OAuthError) -> ServerMetadata {
    if let entry = entries[issuer],
      abs(environment.now().timeIntervalSince(entry.fetchedAt)) < Self.lifetime
    {
      return entry.metadata
    }
    if let flight = flights[issuer] { return try await flight.value() }
    let flight = SingleFlight<ServerMetadata>.start { await self.fetch(issuer) }
    flights[issuer] = flight
    return try await flight.value()
  }

  private func fetch(_ issuer: Issuer) async -> Result<ServerMetadata, OAuthError> {
    let result = await Self.discover(issuer, by: transport, environment: environment)
    if case .success(let metadata) = result {
      entries[issuer] = Entry(metadata: metadata, fetchedAt: environment.now())
    }
    flights[issuer] = nil
    return result
  }

  /// OIDC Discovery first; where there is no such document, the one of RFC 8414.
  private static func discover(
    _ issuer: Issuer, by transport: any HTTPTransport, environment: RuntimeEnvironment
  ) async -> Result<ServerMetadata, OAuthError> {
    do throws(OAuthError) {
      do throws(OAuthError) {
        return .success(
          try await transport.perform(
            DiscoveryExchange(issuer: issuer), limit: .metadata, environment: environment))
      } catch  where error.status == 404 {
        return .success(
          try await transport.perform(
            DiscoveryExchange(issuer: issuer, document: .oauthAuthorizationServer),
            limit: .metadata, environment: environment))
      }
    } catch {
      return .failure(error)
    }
  }
}
