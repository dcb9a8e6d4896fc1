// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// Where authorization requests wait for their callbacks: every ``RecordTokenStore`` is one, beside its
/// sessions.
public protocol PendingAuthorizationStore: Sendable {
  /// Stores an authorization request durably, and removes those that have expired.
  ///
  /// - Parameters:
  ///   - pending: The request.
  ///   - now: The time.
  /// - Throws: `storeFailed` or `storeLocked`; it is not stored then.
  func add(_ pending: PendingAuthorization, at now: Date) async throws(OAuthError)

  /// The authorization request that a callback answers, which stays where it is; nil if there is no such request.
  ///
  /// - Throws: `storeFailed` or `storeLocked`.
  func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization?

  /// Removes an authorization request.
  ///
  /// - Returns: Whether it was there. Of all callers, in whatever processes, it is true for one.
  /// - Throws: `storeFailed` or `storeLocked`; it may still be there then.
  func take(_ pending: PendingAuthorization) async throws(OAuthError) -> Bool
}

extension RecordTokenStore: PendingAuthorizationStore {
  /// Stores an authorization request durably, and removes those that have expired.
  public func add(_ pending: PendingAuthorization, at now: Date) async throws(OAuthError) {
    try await records.write(pending.record)
    for key in try await records.keys(where: [:], after: nil, limit: nil)
    where PendingAuthorization.isKey(key) && key != pending.key {
      guard let content = try await records.read(key) else { continue }
      if PendingAuthorization(content, key: key)?.isExpired(at: now) != false {
        try await records.remove(key)
      }
    }
  }

  /// The authorization request that a callback answers; nil if there is no such request.
  public func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization? {
    let key = PendingAuthorization.key(issuer, clientID, state)
    return try await records.read(key).flatMap { PendingAuthorization($0, key: key) }
  }

  /// Removes an authorization request, and says whether it was there.
  public func take(_ pending: PendingAuthorization) async throws(OAuthError) -> Bool {
    let key = pending.key
    return try await OAuthError.typed {
      try await records.withLock(.record(key)) {
        guard try await records.read(key) != nil else { return false }
        try await records.remove(key)
        return true
      }
    }
  }
}
