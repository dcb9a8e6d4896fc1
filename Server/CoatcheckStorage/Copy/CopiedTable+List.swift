// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckJOSE
import CoatcheckPostgreSQL

extension CopiedTable {
  /// All tables. A table comes after the tables that it refers to.
  static let all: [CopiedTable] = [
    CopiedTable(
      name: "client",
      columns: list(
        texts("id", "name", "redirect_uris", "authentication_method"), bytes("secret_digest"),
        texts("grant_types", "scopes", "id_token_algorithm", "consent"),
        numbers("access_token_lifetime"), texts("standing", "metadata"),
        bytes("registration_token"), numbers("registered_at")),
      order: ["id"]),
    CopiedTable(
      name: "code",
      columns: list(
        bytes("digest"), texts("client_id", "user_id", "redirect_uri", "scopes", "nonce"),
        texts("code_challenge"), numbers("auth_time", "issued_at", "expires_at"),
        texts("session_id", "family_id", "context")),
      order: ["digest"]),
    CopiedTable(
      name: "family",
      columns: list(
        numbers("key"), texts("id", "client_id", "user_id", "scopes"),
        numbers("created_at", "absolute_expiry", "auth_time"), texts("nonce"),
        numbers("revoked_at"), texts("revocation_reason", "session_id", "context")),
      order: ["key"], isNumbered: true),
    CopiedTable(
      name: "refresh",
      columns: list(
        bytes("digest"), numbers("family_key", "generation", "issued_at", "expires_at"),
        bytes("predecessor"), numbers("spent_at"), bytes("successor", "sealed"),
        numbers("window_until")),
      order: ["digest"]),
    CopiedTable(
      name: "session",
      columns: list(numbers("family_key"), texts("device", "methods", "link_id")),
      order: ["family_key"]),
    CopiedTable(
      name: "once", columns: list(texts("namespace", "name"), numbers("expires_at")),
      order: ["key"],
      derived: [key("namespace", "name")]),
    CopiedTable(
      name: "attempt", columns: list(texts("name"), numbers("count", "until")), order: ["key"],
      derived: [key("name")]),
    CopiedTable(
      name: "key_set", columns: list(numbers("key", "version"), bytes("sealed")), order: ["key"]),
    CopiedTable(
      name: "consent", columns: texts("user_id", "client_id", "scopes"),
      order: ["user_id", "client_id"]),
    CopiedTable(
      name: "login",
      columns: list(
        bytes("digest"), texts("user_id"), numbers("auth_time", "expires_at"), texts("sid")),
      order: ["digest"]),
    CopiedTable(
      name: "user", other: "users",
      columns: texts("id", "name", "password_hash", "claims", "standing"), order: ["id"],
      derived: [
        Derived(name: "searched") { row in
          let claims = try? JSONObject(parsing: Array(row.text("claims").utf8))
          return .bytes(User.searched(name: try row.text("name"), claims: claims ?? [:]))
        }
      ]),
    // The state of the sweep is copied. The mark that a file is in use belongs to that file.
    CopiedTable(
      name: "state", columns: list(texts("name"), numbers("value")), order: ["name"],
      condition: "name LIKE 'sweep%'"),
    CopiedTable(
      name: "record", other: "one_time_record",
      columns: list(bytes("digest"), texts("kind", "content"), numbers("expires_at")),
      order: ["digest"]),
    CopiedTable(
      name: "message_code",
      columns: list(
        texts("purpose", "kind", "contact", "scope"), bytes("digest"), texts("device"),
        numbers("sent_at", "expires_at", "tries")),
      order: ["key"], derived: [key("kind", "contact", "purpose", "scope")]),
    CopiedTable(
      name: "pending",
      columns: list(
        bytes("digest"),
        texts(
          "client_id", "device", "provider", "app", "subject", "purpose", "nickname", "avatar"),
        numbers("created_at", "expires_at", "wrong_codes"), texts("proved_kind", "proved")),
      order: ["digest"], derived: [identity]),
    CopiedTable(
      name: "link",
      columns: list(
        texts("id", "provider", "app", "subject", "user_id", "nickname", "avatar"),
        numbers("created_at", "last_used_at", "revoked_upstream_at")),
      order: ["id"], derived: [identity]),
    CopiedTable(
      name: "contact", columns: list(texts("kind", "value", "user_id"), numbers("proved_at")),
      order: ["value", "kind"]),
    CopiedTable(
      name: "password_history", columns: list(numbers("key"), texts("user_id", "password_hash")),
      order: ["key"], isNumbered: true),
    CopiedTable(
      name: "presence", columns: list(texts("user_id"), numbers("seen_at")), order: ["user_id"]),
    CopiedTable(name: "removed_user", columns: texts("id"), order: ["id"]),
    CopiedTable(
      name: "pushed_request",
      columns: list(
        bytes("digest"), texts("client_id", "parameters", "jkt"),
        numbers("expires_at", "kept_until")),
      order: ["digest"]),
    CopiedTable(
      name: "device",
      columns: list(
        bytes("digest", "user_code"), texts("client_id", "scopes", "context"),
        numbers("issued_at", "expires_at"),
        [Column(name: "interval", kind: .number, other: "pause")], numbers("polled_at"),
        texts("state", "user_id", "granted"), numbers("auth_time"), texts("session_id", "family_id")
      ),
      order: ["digest"]),
    CopiedTable(
      name: "audit",
      columns: list(
        numbers("key", "time"),
        texts("event", "actor", "subject", "client", "address", "details")),
      order: ["key"], isNumbered: true),
  ]

  private static let identity = Derived(name: "identity") { row in
    .key(try row.text("provider"), try row.text("app"), try row.text("subject"))
  }

  private static func key(_ columns: String...) -> Derived {
    Derived(name: "key") { row in .key(try columns.map { try row.text($0) }) }
  }

  private static func list(_ parts: [Column]...) -> [Column] { parts.flatMap(\.self) }

  private static func texts(_ names: String...) -> [Column] {
    names.map { Column(name: $0, kind: .text) }
  }
  private static func numbers(_ names: String...) -> [Column] {
    names.map { Column(name: $0, kind: .number) }
  }
  private static func bytes(_ names: String...) -> [Column] {
    names.map { Column(name: $0, kind: .bytes) }
  }
}
