// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// The keys of clients, each imported once: those in their registrations, and those at their addresses.
///
/// An address is asked when its keys are first needed, once an hour, and for a signature by a key that is
/// not among them; but once in ``coolDown`` seconds at most, whatever clients send.
actor ClientKeys {
  /// How long after a request to a client's address the next one is sent at the earliest, in seconds.
  static let coolDown: TimeInterval = 30
  /// After how long keys are fetched again, in seconds, so that withdrawn ones go out of use.
  static let lifetime: TimeInterval = 3_600
  /// How long keys are used while they cannot be fetched again, in seconds.
  static let maximumAge: TimeInterval = 86_400
  /// Of how many clients keys are kept.
  static let capacity = 2_000
  /// The maximum number of concurrent fetches.
  static let parallel = 16

  /// Where keys are from. When the registration changes, they are others.
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

  private var entries: [String: Entry] = [:]
  private var flights: [String: Task<VerificationKeySet?, Never>] = [:]

  /// The keys of a client; nil when it has none, or they cannot be had.
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

  /// The keys of a client, fetched again; nil when they are not at an address, were asked for just now, or
  /// cannot be had.
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
    // Which one goes does not matter: it is made again when it is needed.
    if entries.count >= Self.capacity, let some = entries.keys.first { entries[some] = nil }
    entries[client.id] = entry
    return entry
  }

  private func fetched(
    _ address: String, for id: String, by server: AuthorizationServer
  ) async -> VerificationKeySet? {
    if let flight = flights[id] { return await flight.value }
    let now = server.environment.now()
    guard let documents = server.documents, flights.count < Self.parallel,
      Self.distance(now, entries[id]?.triedAt ?? .distantPast) >= Self.coolDown
    else { return nil }
    entries[id]?.triedAt = now
    let flight = Task { await Self.fetch(address, from: documents, for: id, by: server) }
    flights[id] = flight
    let keys = await flight.value
    flights[id] = nil
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

  /// Reads a key set at a client's address.
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

  /// The seconds between two moments, also when the clock was set back between them.
  private static func distance(_ one: Date, _ other: Date) -> TimeInterval {
    abs(one.timeIntervalSince(other))
  }
}
