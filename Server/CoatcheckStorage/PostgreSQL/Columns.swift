// SPDX-License-Identifier: Apache-2.0

/// The columns that are read of each table. They are listed by name, since a server of the previous release
/// keeps running while a migration adds a column, and its prepared statements must return the same columns.
enum Columns {
  static let client = """
    id, name, redirect_uris, authentication_method, secret_digest, grant_types, scopes,
    id_token_algorithm, consent, access_token_lifetime, standing, metadata, registration_token,
    registered_at
    """
  static let code = """
    digest, client_id, user_id, redirect_uri, scopes, nonce, code_challenge, auth_time, issued_at,
    expires_at, session_id, family_id, context
    """
  static let family = """
    family.id, family.client_id, family.user_id, family.scopes, family.created_at,
    family.absolute_expiry, family.auth_time, family.nonce, family.revoked_at,
    family.revocation_reason, family.session_id, family.context
    """
  static let refresh = """
    refresh.digest, refresh.family_key, refresh.generation, refresh.issued_at, refresh.expires_at,
    refresh.predecessor, refresh.spent_at, refresh.successor, refresh.sealed, refresh.window_until
    """
  static let login = "digest, user_id, auth_time, expires_at, sid"
  static let user = "users.id, users.name, users.password_hash, users.claims, users.standing"
  static let pushed = "digest, client_id, parameters, jkt, expires_at, kept_until"
  static let device = """
    digest, user_code, client_id, scopes, context, issued_at, expires_at, pause AS interval,
    polled_at, state, user_id, granted, auth_time, session_id, family_id
    """
  static let link = """
    id, provider, app, subject, user_id, nickname, avatar, created_at, last_used_at,
    revoked_upstream_at
    """
  static let pending = """
    digest, client_id, device, provider, app, subject, purpose, nickname, avatar, created_at,
    expires_at, wrong_codes, proved_kind, proved
    """
  static let messageCode = "digest, device, sent_at, expires_at, tries"
  static let audit = "key, time, event, actor, subject, client, address, details"
  static let record = "kind, digest, content, expires_at"
}
