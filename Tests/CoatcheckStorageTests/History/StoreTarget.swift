// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import History
import TestKit

/// A server in a test of histories: the store calls of the endpoints, without HTTP.
struct StoreTarget: HistoryTarget {
  private let current: @Sendable () -> any IssuerStore
  /// The wall clock of this server.
  let now: @Sendable () -> Date

  /// A server that uses one store.
  init(store: any IssuerStore, now: @escaping @Sendable () -> Date = { Date() }) {
    current = { store }
    self.now = now
  }

  /// A server that is replaced by others, each with its own store.
  init(_ current: @escaping @Sendable () -> any IssuerStore) {
    self.current = current
    now = { Date() }
  }

  var store: any IssuerStore { current() }

  static func digest(_ text: String) -> TokenDigest { TokenDigest(of: Secret(text)) }

  private func family() -> RefreshFamily {
    RefreshFamily(
      id: UUID().uuidString, clientID: "app", userID: "alice", scopes: ["openid"],
      createdAt: now(), absoluteExpiry: now() + 3_600, authTime: now(), nonce: nil,
      sessionID: nil, context: GrantContext())
  }

  func record(_ token: String, of family: String) -> RefreshRecord {
    RefreshRecord(
      digest: Self.digest(token), familyID: family, generation: 0, issuedAt: now(),
      expiresAt: now() + 1_800)
  }

  func issueCode() async throws -> String {
    let code = UUID().uuidString
    try await store.issueCode(
      AuthorizationCodeRecord(
        digest: Self.digest(code), clientID: "app", userID: "alice",
        redirectURI: "https://app.example/", scopes: ["openid"], nonce: nil, codeChallenge: "c",
        authTime: now(), issuedAt: now(), expiresAt: now() + 60, sessionID: nil,
        context: GrantContext()))
    return code
  }

  func redeem(code: String) async throws -> RecordedCall.Outcome {
    let (family, token) = (family(), UUID().uuidString)
    switch try await store.redeem(
      Self.digest(code), opening: family, first: record(token, of: family.id), at: now())
    {
    case .redeemed: return .granted(token: token)
    case .alreadyUsed(let used):
      _ = try await store.revokeFamily(used, reason: "code_replayed", at: now())
      return .refused
    default: return .refused
    }
  }

  func refresh(token: String) async throws -> RecordedCall.Outcome {
    guard let found = try await store.refresh(Self.digest(token)) else { return .refused }
    let next = UUID().uuidString
    let rotation = try await store.rotate(
      Self.digest(token), by: "app", to: record(next, of: found.family.id),
      sealed: Array(next.utf8), grace: 60, at: now())
    switch rotation {
    case .rotated: return .granted(token: next)
    case .repeated(_, let sealed):
      return .granted(token: String(decoding: sealed, as: UTF8.self))
    default: return .refused
    }
  }

  func end(token: String) async throws -> RecordedCall.Outcome {
    guard let found = try await store.refresh(Self.digest(token)) else { return .refused }
    _ = try await store.revokeFamily(found.family.id, reason: "revoked", at: now())
    return .accepted
  }

  func use(token: String) async throws -> RecordedCall.Outcome {
    guard let found = try await store.refresh(Self.digest(token)) else { return .refused }
    return found.family.revokedAt == nil ? .accepted : .refused
  }

  func once(key: String) async throws -> RecordedCall.Outcome {
    let isNew = try await store.insertOnce(
      namespace: "jti", key: key, expiresAt: now() + 300, at: now())
    return isNew ? .accepted : .refused
  }

  func attempt(key: String, limit: Int) async throws -> RecordedCall.Outcome {
    if case .allowed = try await store.attempt(key, limit: limit, window: 300, at: now()) {
      return .accepted
    }
    return .refused
  }
}
