// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckPostgreSQL
public import CoatcheckFoundation

extension PostgreSQLStore {
  /// Stores a pushed authorization request.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/push(_:)``.
  public func push(_ request: PushedRequest) async throws(StoreError) {
    try request.checkStorable()
    try await statement { database in
      let added = try database.change(
        """
        INSERT INTO pushed_request (\(Columns.pushed)) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (digest) DO NOTHING
        """,
        .digest(request.digest), .text(request.clientID), .text(request.parameters.encoded),
        .text(request.jkt), .time(request.expiresAt), .time(request.retainedUntil))
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
    return try await read { database in
      try database.first(
        """
        SELECT \(Columns.pushed) FROM pushed_request
        WHERE digest = $1 AND client_id = $2 AND kept_until > $3
        """,
        .digest(digest), .text(clientID), .time(now)
      ).map { try PushedRequest(row: $0.stored) }
    }
  }

  /// Removes a pushed authorization request and returns it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/takePushed(_:of:at:)``.
  public func takePushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest? {
    guard StoredText.accepts([clientID]) else { return nil }
    return try await statement { database in
      try database.first(
        """
        DELETE FROM pushed_request WHERE digest = $1 AND client_id = $2 AND kept_until > $3
        RETURNING \(Columns.pushed)
        """,
        .digest(digest), .text(clientID), .time(now)
      ).map { try PushedRequest(row: $0.stored) }
    }
  }
}

extension PushedRequest {
  fileprivate init(row: StoredRow) throws(StoreError) {
    // `resource` may occur more than once in the request.
    let text = Array(try row.text("parameters").utf8)
    guard let parameters = try? Parameters(bytes: text, repeatable: ["resource"]) else {
      throw StoreError(.damaged, "a pushed request cannot be read")
    }
    self.init(
      digest: try row.digest("digest"), clientID: try row.text("client_id"),
      parameters: parameters, jkt: try row.optionalText("jkt"),
      expiresAt: try row.time("expires_at").date, retainedUntil: try row.time("kept_until").date)
  }
}
