// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckJOSE
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Returns a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/client(_:)``.
  public func client(_ id: String) async throws(StoreError) -> RegisteredClient? {
    guard StoredText.accepts([id]) else { return nil }
    return try await query { [decodedClients] database in
      try database.client(id, decodedClients)
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
    try await query { [decodedClients] database in
      let client = StoredText.accepts([id]) ? try database.client(id, decodedClients) : nil
      let refresh = try database.refresh(digest)
      return (client, refresh.map { (record: $0.token.record, family: $0.family) })
    }
  }

  /// Adds or replaces a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/save(_:)``.
  public func save(_ client: RegisteredClient) async throws(StoreError) {
    try client.checkStorable()
    try await write { database in try database.save(client) }
  }

  /// Removes a client with everything it has.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/removeClient(_:at:)``.
  public func removeClient(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    guard StoredText.accepts([id]) else { return false }
    return try await write { database in
      let removed = try database.change("DELETE FROM client WHERE id = ?", Bound.text(id))
      guard removed == 1 else { return false }
      try database.change("DELETE FROM consent WHERE client_id = ?", Bound.text(id))
      try database.revokeClient(id, "client_removed", at: now)
      return true
    }
  }

  /// Returns the stored signing keys.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/keySet()``.
  public func keySet() async throws(StoreError) -> KeySetRecord? {
    try await query { database in
      try database.first("SELECT version, sealed FROM key_set").map { row in
        KeySetRecord(version: try row.integer("version"), sealed: try row.bytes("sealed"))
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
    return try await write { database in
      guard let version else {
        return try database.change(
          "INSERT INTO key_set (key, version, sealed) VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
          Bound.integer(replacement.version), Bound.bytes(replacement.sealed)) == 1
      }
      return try database.change(
        "UPDATE key_set SET version = ?, sealed = ? WHERE version = ?",
        Bound.integer(replacement.version), Bound.bytes(replacement.sealed),
        Bound.integer(version)) == 1
    }
  }

  /// Returns the scopes that a user approved for a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/consent(user:client:)``.
  public func consent(user: String, client: String) async throws(StoreError) -> [String] {
    guard StoredText.accepts([user, client]) else { return [] }
    return try await query { database in
      try database.first(
        "SELECT scopes FROM consent WHERE user_id = ? AND client_id = ?", Bound.text(user),
        Bound.text(client))?.texts("scopes") ?? []
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
      let earlier = try database.first(
        "SELECT scopes FROM consent WHERE user_id = ? AND client_id = ?", Bound.text(user),
        Bound.text(client))?.texts("scopes")
      try database.change(
        """
        INSERT INTO consent (user_id, client_id, scopes) VALUES (?, ?, ?)
        ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = excluded.scopes
        """,
        Bound.text(user), Bound.text(client),
        Bound.texts(try ConsentRule.union(earlier ?? [], scopes)))
    }
  }
}

extension Database {
  /// The client with this identifier.
  func client(_ id: String, _ decoded: DecodedClients) throws -> RegisteredClient? {
    try first("SELECT * FROM client WHERE id = ?", Bound.text(id)).map(decoded.client)
  }

  /// Adds a client, or replaces the one with the same identifier.
  func save(_ client: RegisteredClient) throws {
    try change(
      """
      INSERT INTO client (
        id, name, redirect_uris, authentication_method, secret_digest, grant_types, scopes,
        id_token_algorithm, consent, access_token_lifetime, standing, metadata,
        registration_token, registered_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
      Bound.text(client.id), Bound.text(client.name), Bound.texts(client.redirectURIs),
      Bound.text(client.authenticationMethod), Bound.digest(client.secretDigest),
      Bound.texts(client.grantTypes), Bound.texts(client.scopes),
      Bound.text(client.idTokenAlgorithm.rawValue), Bound.text(client.consent.rawValue),
      Bound.integer(client.accessTokenLifetime), Bound.text(client.standing.rawValue),
      Bound.json(client.metadata.json.serialized()),
      Bound.digest(client.registrationTokenDigest),
      Bound.time(client.registeredAt.map { StoredTime($0) }))
  }
}

extension RegisteredClient {
  init(row: StoredRow) throws(StoreError) {
    self.init(
      id: try row.text("id"), name: try row.text("name"),
      redirectURIs: try row.texts("redirect_uris"),
      authenticationMethod: try row.text("authentication_method"),
      secretDigest: try row.optionalDigest("secret_digest"),
      grantTypes: try row.texts("grant_types"), scopes: try row.texts("scopes"),
      idTokenAlgorithm: try row.choice("id_token_algorithm"), consent: try row.choice("consent"),
      accessTokenLifetime: try row.optionalInteger("access_token_lifetime"),
      standing: try row.choice("standing"))
    metadata = try Metadata(json: row.object("metadata"))
    registrationTokenDigest = try row.optionalDigest("registration_token")
    registeredAt = try row.optionalTime("registered_at")?.date
  }
}
