// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckOAuth
import GRDB
public import CoatcheckFoundation

extension SQLiteStore {
  /// Stores a pushed authorization request.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/push(_:)``.
  public func push(_ request: PushedRequest) async throws(StoreError) {
    try request.checkStorable()
    try await write { database in
      let added = try database.change(
        """
        INSERT INTO pushed_request (digest, client_id, parameters, jkt, expires_at, kept_until)
        VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (digest) DO NOTHING
        """,
        Bound.digest(request.digest), Bound.text(request.clientID),
        Bound.text(request.parameters.encoded), Bound.text(request.jkt),
        Bound.time(request.expiresAt), Bound.time(request.retainedUntil))
      guard added == 1 else { throw StoreError.taken("pushed request") }
    }
  }

  /// Returns a pushed authorization request.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/pushed(_:of:at:)``.
  public func pushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest? {
    guard StoredText.accepts([clientID]) else { return nil }
    return try await read { database in try database.pushed(digest, of: clientID, at: now) }
  }

  /// Removes a pushed authorization request and returns it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/takePushed(_:of:at:)``.
  public func takePushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest? {
    guard StoredText.accepts([clientID]) else { return nil }
    return try await write { database in
      let request = try database.pushed(digest, of: clientID, at: now)
      if request != nil {
        try database.change("DELETE FROM pushed_request WHERE digest = ?", Bound.digest(digest))
      }
      return request
    }
  }
}

extension Database {
  fileprivate func pushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) throws -> PushedRequest? {
    try first(
      "SELECT * FROM pushed_request WHERE digest = ? AND client_id = ? AND kept_until > ?",
      Bound.digest(digest), Bound.text(clientID), Bound.time(now)
    ).map { row in
      // `resource` may occur more than once in the request.
      let text = Array(try row.text("parameters").utf8)
      guard let parameters = try? Parameters(bytes: text, repeatable: ["resource"]) else {
        throw StoreError(.damaged, "a pushed request cannot be read")
      }
      return PushedRequest(
        digest: try row.digest("digest"), clientID: try row.text("client_id"),
        parameters: parameters, jkt: try row.optionalText("jkt"),
        expiresAt: try row.time("expires_at").date, retainedUntil: try row.time("kept_until").date)
    }
  }
}
