// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// Registers a program as a client of authorization servers, and finds the registration again.
///
/// [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3),
/// [RFC 7592 §2](https://www.rfc-editor.org/rfc/rfc7592#section-2).
public struct ClientRegistrar: Sendable {
  private let store: any TokenStore & ClientStore
  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment

  /// Creates a registrar.
  ///
  /// - Parameters:
  ///   - store: The store for registrations.
  ///   - transport: Sends the requests.
  ///   - environment: The wall clock by which client secrets expire.
  public init(
    in store: any TokenStore & ClientStore, transport: any HTTPTransport,
    environment: RuntimeEnvironment = .live
  ) {
    self.store = store
    self.transport = transport
    self.environment = environment
  }

  /// The client that is registered at an authorization server. It is registered when there is no stored
  /// registration, when its secret has expired, and when the program requests other metadata than
  /// before. Only one program at a time registers.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the authorization server.
  ///   - asked: The client metadata to register. Without an algorithm for ID tokens it registers ES256
  ///     where the server supports that.
  ///   - name: The name that the registration is stored under; nil for the client's name.
  ///   - initialAccessToken: The access token for the registration endpoint, where it requires one.
  ///   - softwareStatement: A software statement, signed by a third party.
  /// - Throws: `misused` naming `registration_endpoint` when the server has none; `refused` when it
  ///   refuses this client; `unreadable` when the registered metadata does not suffice; what the
  ///   transport or the store throws. Nothing is stored then.
  public func client(
    at metadata: ServerMetadata, as asked: ClientMetadata, named name: String? = nil,
    initialAccessToken: Secret? = nil, softwareStatement: Secret? = nil
  ) async throws(OAuthError) -> ClientRegistration {
    guard let endpoint = metadata.registrationEndpoint else {
      throw .misused(
        "registration_endpoint", "The authorization server has no registration endpoint.")
    }
    let (issuer, name) = (metadata.issuer, name ?? asked.name ?? "")
    let exchange = RegistrationExchange(
      Self.completed(asked, for: metadata), endpoint: endpoint,
      initialAccessToken: initialAccessToken,
      softwareStatement: softwareStatement)
    if let known = try await known(issuer, name, asked) { return known }
    do {
      return try await store.withExclusiveAccess(to: .record(StoredClient.key(issuer, name))) {
        // A caller that had to wait uses the client that was registered meanwhile.
        if let known = try await known(issuer, name, asked) { return known }
        let registration = try await transport.perform(exchange, environment: environment)
        do throws(OAuthError) {
          try Self.check(registration, asked)
        } catch {
          await end(registration)
          throw error
        }
        try await store.keep(
          StoredClient(issuer: issuer, name: name, asked: asked, registration: registration))
        return registration
      }
    } catch {
      throw OAuthError.known(error)
        ?? .unreachable(.storeFailed, "The store failed: the lock is not available.")
    }
  }

  /// Deletes the stored registration at the authorization server, where it supports that, and removes
  /// it from the store. A missing registration is not an error.
  ///
  /// [RFC 7592 §2.3](https://www.rfc-editor.org/rfc/rfc7592#section-2.3).
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server.
  ///   - name: The name that the registration is stored under.
  /// - Throws: `refused` or `unreadable` when the server does not delete the registration; what the
  ///   transport or the store throws. The registration stays stored then.
  public func unregister(at issuer: Issuer, named name: String) async throws(OAuthError) {
    guard let kept = try await store.client(at: issuer, named: name) else { return }
    if kept.registration.configuration != nil {
      _ = try await transport.perform(
        ClientConfigurationExchange(.delete, kept.registration), environment: environment)
    }
    try await store.forgetClient(at: issuer, named: name)
  }

  private func known(
    _ issuer: Issuer, _ name: String, _ asked: ClientMetadata
  ) async throws(OAuthError) -> ClientRegistration? {
    let kept: StoredClient?
    do throws(OAuthError) {
      kept = try await store.client(at: issuer, named: name)
    } catch  where error.code == .storeDamaged {
      // A damaged record is ignored: the client is registered again.
      return nil
    }
    guard let kept, kept.asked == asked,
      !kept.registration.secretExpiry.isExpired(at: environment.now(), leeway: 60)
    else { return nil }
    return kept.registration
  }

  /// The metadata that is sent. ID tokens are signed with ES256 where the server supports it and the
  /// program names no algorithm.
  ///
  /// "The default, if omitted, is RS256." An RS256 signature takes the server about twenty times as
  /// long.
  /// [OIDC Registration §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata)
  private static func completed(
    _ asked: ClientMetadata, for metadata: ServerMetadata
  ) -> ClientMetadata {
    let es256 = SignatureAlgorithm.es256.rawValue
    guard asked.idTokenSigningAlgorithm == nil,
      metadata.idTokenSigningAlgorithms?.contains(es256) == true
    else { return asked }
    var completed = asked
    completed.idTokenSigningAlgorithm = es256
    return completed
  }

  /// RFC 7591 §3.2.1: "The client or developer MUST check the values in the response to determine
  /// if the registration is sufficient for use (e.g., the registered "token_endpoint_auth_method"
  /// is supported by the client software) and determine a course of action appropriate for the
  /// client software."
  private static func check(
    _ registration: ClientRegistration, _ asked: ClientMetadata
  ) throws(OAuthError) {
    if let registered = registration.metadata.redirectURIs {
      let lost = (asked.redirectURIs ?? []).filter { uri in
        !registered.contains { $0.isExactly(uri) }
      }
      guard lost.isEmpty else {
        throw .unreadable(
          .replyMalformed,
          "The authorization server registered other redirect URIs than the requested ones.",
          parameter: "redirect_uris")
      }
    }
    _ = try registration.identity()
  }

  /// Deletes a registration that cannot be used.
  private func end(_ registration: ClientRegistration) async {
    guard registration.configuration != nil else { return }
    do throws(OAuthError) {
      _ = try await transport.perform(
        ClientConfigurationExchange(.delete, registration), environment: environment)
    } catch {
      // The server keeps a registration that no client uses.
    }
  }
}
