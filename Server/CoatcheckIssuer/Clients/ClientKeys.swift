// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// Caches the public keys of clients: those in the registration (`jwks`), and those at a `jwks_uri`.
///
/// A `jwks_uri` is fetched when its keys are first needed, when they are older than ``lifetime``, and when
/// a signature names an unknown key; but only once in ``coolDown`` seconds, whatever clients send.
actor ClientKeys {
  /// The minimum time between two requests to one `jwks_uri`, in seconds.
  static let coolDown: TimeInterval = 30
  /// The age at which keys are fetched again, in seconds, so that removed keys are not used any more.
  static let lifetime: TimeInterval = 3_600
  /// The age up to which keys are used while they cannot be fetched again, in seconds.
  static let maximumAge: TimeInterval = 86_400
  /// The maximum number of clients whose keys are cached.
  static let capacity = 2_000
  /// The maximum number of concurrent fetches.
  static let parallel = 16

  /// Where the keys come from. An entry with another source than the registration is replaced.
  private enum Source: Equatable {
    case registration([JWK])
    case address(String)
  }

  private struct Entry {
    let source: Source
    var keys: VerificationKeySet?
    var fetchedAt = Date.distantPast
    var triedAt = Date.distantPast
  }

  /// A request for keys. When a client has changed its address meanwhile, that is another one.
  private struct Flight: Hashable {
    let client: String
    let address: String
  }

  private var entries: [String: Entry] = [:]
  private var flights: [Flight: Task<VerificationKeySet?, Never>] = [:]

  /// The keys of a client; nil when it has registered none, or they cannot be fetched.
  func keys(of client: RegisteredClient, by server: AuthorizationServer) async
    -> VerificationKeySet?
  {
    guard let entry = entry(of: client) else { return nil }
    guard case .address(let address) = entry.source else { return entry.keys }
    let now = server.environment.now()
    let age = Self.distance(now, entry.fetchedAt)
    if let keys = entry.keys, age < Self.lifetime { return keys }
    let fresh = await fetched(address, for: client.id, by: server)
    // While a client's server is down, the keys fetched before stay valid.
    return fresh ?? (age < Self.maximumAge ? entry.keys : nil)
  }

  /// Fetches the keys of a client again; nil without a `jwks_uri`, within ``coolDown``, or when they cannot
  /// be fetched.
  func renewed(of client: RegisteredClient, by server: AuthorizationServer) async
    -> VerificationKeySet?
  {
    guard let entry = entry(of: client), case .address(let address) = entry.source else {
      return nil
    }
    return await fetched(address, for: client.id, by: server)
  }

  private func entry(of client: RegisteredClient) -> Entry? {
    let source: Source
    if let jwks = client.metadata.jwks, !jwks.isEmpty {
      source = .registration(jwks)
    } else if let address = client.metadata.jwksURI {
      source = .address(address)
    } else {
      return nil
    }
    if let known = entries[client.id], known.source == source { return known }
    var entry = Entry(source: source)
    if case .registration(let jwks) = source { entry.keys = VerificationKeySet(JWKSet(keys: jwks)) }
    // Any entry can be dropped: it is created again when it is needed.
    if entries.count >= Self.capacity, let some = entries.keys.first { entries[some] = nil }
    entries[client.id] = entry
    return entry
  }

  private func fetched(
    _ address: String, for id: String, by server: AuthorizationServer
  ) async -> VerificationKeySet? {
    let request = Flight(client: id, address: address)
    if let flight = flights[request] { return await flight.value }
    let now = server.environment.now()
    guard let documents = server.documents, flights.count < Self.parallel,
      Self.distance(now, entries[id]?.triedAt ?? .distantPast) >= Self.coolDown
    else { return nil }
    entries[id]?.triedAt = now
    let flight = Task { await Self.fetch(address, from: documents, for: id, by: server) }
    flights[request] = flight
    let keys = await flight.value
    flights[request] = nil
    if let keys, let entry = entries[id], entry.source == .address(address) {
      entries[id]?.keys = keys
      entries[id]?.fetchedAt = now
    }
    return keys
  }

  private static func fetch(
    _ address: String, from documents: any ClientDocuments, for id: String,
    by server: AuthorizationServer
  ) async -> VerificationKeySet? {
    do {
      return VerificationKeySet(try await keySet(at: address, from: documents))
    } catch {
      server.audit(
        AuditEvent(.clientRefused, ["client": id, "reason": "jwks_uri: \(error.reason)"]))
      return nil
    }
  }

  /// Fetches the key set at a `jwks_uri`.
  static func keySet(
    at address: String, from documents: any ClientDocuments
  ) async throws(OAuthError) -> JWKSet {
    guard documents.accepts(address) else {
      throw .misused("jwks_uri", "Documents are not fetched from this address.")
    }
    let bytes = try await documents.document(at: address)
    do {
      return try JWKSet(parsing: bytes)
    } catch {
      throw .unreadable(.replyMalformed, "The key set cannot be used: \(error.reason)")
    }
  }

  /// The seconds between two moments, positive also when the clock was set back between them.
  private static func distance(_ one: Date, _ other: Date) -> TimeInterval {
    abs(one.timeIntervalSince(other))
  }
}
