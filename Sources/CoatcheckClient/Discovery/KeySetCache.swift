// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// The public keys of authorization servers, fetched when first needed and when a token names a key
/// that is not among them.
///
/// Concurrent callers share one request. Tokens with invented key ids cause at most one request in
/// ``coolDown`` seconds.
public actor KeySetCache {
  private struct Entry {
    let keys: VerificationKeySet
    let published: JWKSet
    let fetchedAt: Date
    var triedAt: Date
  }

  /// The minimum time between two requests for the same keys, in seconds.
  public static let coolDown: TimeInterval = 30
  /// The time after which the keys are fetched again, in seconds, so that withdrawn keys are no longer
  /// used.
  public static let lifetime: TimeInterval = 3600
  /// How long keys are used when they cannot be fetched again, in seconds.
  public static let maximumAge: TimeInterval = 24 * 3600

  private let coolDown: TimeInterval
  private let transport: any HTTPTransport
  private let environment: RuntimeEnvironment
  private var entries: [Endpoint: Entry] = [:]
  private var flights: [Endpoint: SingleFlight<VerificationKeySet>] = [:]

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - environment: The wall clock for the age of the keys.
  ///   - coolDown: The minimum time between two requests for the same keys, in seconds.
  public init(
    transport: any HTTPTransport, environment: RuntimeEnvironment = .live,
    coolDown: TimeInterval = KeySetCache.coolDown
  ) {
    self.coolDown = coolDown
    self.transport = transport
    self.environment = environment
  }

  /// The keys at a `jwks_uri`, from the cache where they are not older than ``lifetime``.
  ///
  /// Keys that cannot be fetched again because the server is unreachable are used until ``maximumAge``.
  ///
  /// - Throws: What the transport throws; `unreadable` or `refused` when the response is not a JWK Set.
  public func keys(at endpoint: Endpoint) async throws(OAuthError) -> VerificationKeySet {
    guard let entry = entries[endpoint] else { return try await fetched(endpoint) }
    let age = self.age(entry.fetchedAt)
    guard age >= Self.lifetime else { return entry.keys }
    if age < Self.maximumAge, self.age(entry.triedAt) < coolDown { return entry.keys }
    do {
      return try await fetched(endpoint)
    } catch  where age < Self.maximumAge && error.isTransient {
      return entry.keys
    }
  }

  /// The public key at a `jwks_uri` to which a JWT is encrypted.
  ///
  /// A key with `use` is preferred:
  /// [OpenID Connect Core §10.2](https://openid.net/specs/openid-connect-core-1_0.html#Encryption).
  ///
  /// - Parameters:
  ///   - endpoint: The `jwks_uri` of the recipient, from its metadata.
  ///   - algorithm: The key management algorithm (`alg`).
  ///   - encryption: The content encryption algorithm (`enc`).
  /// - Throws: `unreadable` with `metadataMalformed`, naming `jwks_uri`, if no key is suitable; else as
  ///   ``keys(at:)``.
  public func encryptionKey(
    at endpoint: Endpoint, for algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption
  ) async throws(OAuthError) -> EncryptionKey {
    _ = try await keys(at: endpoint)
    // OIDC Core §10.2: "the Key Type, use […] and alg MUST" allow it. A key with a `use` is preferred.
    let fitting = (entries[endpoint]?.published.keys ?? []).filter { jwk in
      (try? EncryptionKey(jwk))?.fits(algorithm, encryption) == true
    }
    guard let jwk = fitting.first(where: { $0.json["use"] != nil }) ?? fitting.first,
      let key = try? EncryptionKey(jwk)
    else {
      throw .unreadable(
        .metadataMalformed, "The authorization server publishes no key for this encryption.",
        parameter: "jwks_uri")
    }
    return key
  }

  /// Verifies the signature of a token with the keys at a `jwks_uri`.
  ///
  /// When the token names an unknown key, the keys are fetched again, unless they were fetched within
  /// the cool-down:
  /// [OpenID Connect Core §10.1.1](https://openid.net/specs/openid-connect-core-1_0.html#RotateSigKeys).
  ///
  /// - Parameters:
  ///   - token: The token. Its claims are not checked here.
  ///   - endpoint: The `jwks_uri` of the issuer, from its metadata.
  ///   - algorithms: The accepted signature algorithms.
  /// - Throws: `unreadable` with `OAuthError.Code.idTokenInvalid` when the signature is invalid, the
  ///   algorithm is not accepted or the key is unknown; else as ``keys(at:)``.
  public func verified(
    _ token: UnverifiedJWT, at endpoint: Endpoint, accepting algorithms: Set<SignatureAlgorithm>
  ) async throws(OAuthError) -> VerifiedJWT {
    try await verified(at: endpoint) { keys throws(JOSEError) in
      try token.verified(by: keys, accepting: algorithms)
    }
  }

  /// Verifies the signature of a JWT that is nested in an encrypted JWT.
  ///
  /// - Throws: As ``verified(_:at:accepting:)``; also when the token is not encrypted.
  func verified(
    _ compact: Secret, openedBy decryption: TokenDecryption, at endpoint: Endpoint,
    accepting algorithms: Set<SignatureAlgorithm>
  ) async throws(OAuthError) -> VerifiedJWT {
    try await verified(at: endpoint) { keys throws(JOSEError) in
      try decryption.verified(compact.reveal(), by: keys, accepting: algorithms)
    }
  }

  private func verified(
    at endpoint: Endpoint,
    _ check: @Sendable (VerificationKeySet) throws(JOSEError) -> VerifiedJWT
  ) async throws(OAuthError) -> VerifiedJWT {
    let known = try await keys(at: endpoint)
    do {
      return try check(known)
    } catch  where error.code == .keyNotFound && mayFetch(endpoint) {
      // OIDC Core §10.1.1: "the decrypting party knows that a rotation […] has happened" by a kid
      // which it has not seen.
      let fresh = try await fetched(endpoint)
      do {
        return try check(fresh)
      } catch {
        throw .refusedToken(error)
      }
    } catch {
      throw .refusedToken(error)
    }
  }

  private func mayFetch(_ endpoint: Endpoint) -> Bool {
    if flights[endpoint] != nil { return true }
    return entries[endpoint].map { age($0.triedAt) >= coolDown } ?? true
  }

  /// The seconds that lie between then and now, also when the clock was set back meanwhile.
  private func age(_ date: Date) -> TimeInterval {
    abs(environment.now().timeIntervalSince(date))
  }

  private func fetched(_ endpoint: Endpoint) async throws(OAuthError) -> VerificationKeySet {
    if let flight = flights[endpoint] { return try await flight.value() }
    entries[endpoint]?.triedAt = environment.now()
    let flight = SingleFlight<VerificationKeySet>.start { await self.fetch(endpoint) }
    flights[endpoint] = flight
    return try await flight.value()
  }

  private func fetch(_ endpoint: Endpoint) async -> Result<VerificationKeySet, OAuthError> {
    defer { flights[endpoint] = nil }
    do throws(OAuthError) {
      let set = try await transport.perform(
        JWKSetExchange(endpoint), limit: .metadata, environment: environment)
      let (keys, now) = (VerificationKeySet(set), environment.now())
      entries[endpoint] = Entry(keys: keys, published: set, fetchedAt: now, triedAt: now)
      return .success(keys)
    } catch {
      return .failure(error)
    }
  }
}

extension OAuthError {
  /// The error for an ID token with an invalid signature or form.
  static func refusedToken(_ error: JOSEError) -> OAuthError {
    .unreadable(.idTokenInvalid, "The ID token is refused: \(error.reason).")
  }
}
