// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Returns a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/client(_:)``.
  public func client(_ id: String) async throws(StoreError) -> RegisteredClient? {
    guard StoredText.accepts([id]) else { return nil }
    return try await read { [decodedClients] database in
      try database.together([Self.clientCall(id)])[0].first
        .map { try decodedClients.client($0.stored) }
    }
  }

  /// Returns a client and a refresh token, with one access to the database.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/client(_:presenting:)``.
  public func client(
    _ id: String, presenting digest: TokenDigest
  ) async throws(StoreError) -> (
    client: RegisteredClient?, refresh: (record: RefreshRecord, family: RefreshFamily)?
  ) {
    guard StoredText.accepts([id]) else { return (nil, try await refresh(digest)) }
    return try await read { [decodedClients] database in
      let rows = try database.together([
        Self.clientCall(id), PostgreSQLConnection.refreshCall(digest),
      ])
      let client = try rows[0].first.map { try decodedClients.client($0.stored) }
      let refresh = try rows[1].first.map { try PostgreSQLConnection.refresh($0.stored) }
      return (client, refresh.map { (record: $0.token.record, family: $0.family) })
    }
  }

  private static func clientCall(_ id: String) -> PreparedCall {
    PreparedCall("SELECT \(Columns.client) FROM client WHERE id = $1", .text(id))
  }

  /// Adds or replaces a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/save(_:)``.
  public func save(_ client: RegisteredClient) async throws(StoreError) {
    try client.checkStorable()
    try await statement { database in try database.save(client) }
  }

  /// Removes a client with everything it has.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/removeClient(_:at:)``.
  public func removeClient(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    guard StoredText.accepts([id]) else { return false }
    return try await write { database in
      database.lock(.client(id))
      let removed = try database.change("DELETE FROM client WHERE id = $1", .text(id))
      guard removed == 1 else { return false }
      database.later("DELETE FROM consent WHERE client_id = $1", .text(id))
      try database.revokeClient(id, "client_removed", at: now)
      return true
    }
  }

  /// Returns the stored signing keys.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/keySet()``.
  public func keySet() async throws(StoreError) -> KeySetRecord? {
    try await read { database in
      try database.first("SELECT version, sealed FROM key_set").map { row in
        KeySetRecord(
          version: try row.stored.integer("version"), sealed: try row.stored.bytes("sealed"))
      }
    }
  }

  /// Replaces the signing keys, unless they were replaced in between.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/replaceKeySet(expecting:with:)``.
  public func replaceKeySet(
    expecting version: Int?, with replacement: KeySetRecord
  ) async throws(StoreError) -> Bool {
    try replacement.check(after: version)
    return try await statement { database in
      guard let version else {
        return try database.change(
          "INSERT INTO key_set (key, version, sealed) VALUES (1, $1, $2) ON CONFLICT DO NOTHING",
          .integer(replacement.version), .bytes(replacement.sealed)) == 1
      }
      return try database.change(
        "UPDATE key_set SET version = $1, sealed = $2 WHERE version = $3",
        .integer(replacement.version), .bytes(replacement.sealed), .integer(version)) == 1
    }
  }

  /// Returns the scopes that a user approved for a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/consent(user:client:)``.
  public func consent(user: String, client: String) async throws(StoreError) -> [String] {
    guard StoredText.accepts([user, client]) else { return [] }
    return try await read { database in
      try database.consent(user: user, client: client) ?? []
    }
  }

  /// Adds scopes to those that a user approved for a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/recordConsent(user:client:scopes:)``.
  public func recordConsent(
    user: String, client: String, scopes: [String]
  ) async throws(StoreError) {
    try StoredText.check([user, client] + scopes, of: "consent")
    try await write { database in
      database.lock(.consent(user: user, client: client))
      // The removal of a client or a user does not take this lock: the row is locked as well.
      let earlier = try database.first(
        "SELECT scopes FROM consent WHERE user_id = $1 AND client_id = $2 FOR UPDATE",
        .text(user), .text(client))?.stored.texts("scopes")
      database.later(
        """
        INSERT INTO consent (user_id, client_id, scopes) VALUES ($1, $2, $3)
        ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = excluded.scopes
        """,
        .text(user), .text(client), .texts(try ConsentRule.union(earlier ?? [], scopes)))
    }
  }
}

extension PostgreSQLConnection {
  /// The scopes that a user approved for a client; nil without a decision.
  func consent(user: String, client: String) throws -> [String]? {
    try first(
      "SELECT scopes FROM consent WHERE user_id = $1 AND client_id = $2", .text(user),
      .text(client))?.stored.texts("scopes")
  }

  /// Adds a client, or replaces the one with the same identifier.
  func save(_ client: RegisteredClient) throws {
    try change(
      """
      INSERT INTO client (\(Columns.client))
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, redirect_uris = excluded.redirect_uris,
        authentication_method = excluded.authentication_method,
        secret_digest = excluded.secret_digest, grant_types = excluded.grant_types,
        scopes = excluded.scopes, id_token_algorithm = excluded.id_token_algorithm,
        consent = excluded.consent, access_token_lifetime = excluded.access_token_lifetime,
        standing = excluded.standing, metadata = excluded.metadata,
        registration_token = excluded.registration_token,
        registered_at = excluded.registered_at
      """,
      .text(client.id), .text(client.name), .texts(client.redirectURIs),
      .text(client.authenticationMethod), .digest(client.secretDigest),
      .texts(client.grantTypes), .texts(client.scopes), .text(client.idTokenAlgorithm.rawValue),
      .text(client.consent.rawValue), .integer(client.accessTokenLifetime),
      .text(client.standing.rawValue), .json(client.metadata.json.serialized()),
      .digest(client.registrationTokenDigest),
      .time(client.registeredAt.map { StoredTime($0) }))
  }
}
