// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// A store for sign-ins that wait for their authorization responses. Every ``RecordTokenStore`` is one,
/// next to its sessions.
public protocol PendingAuthorizationStore: Sendable {
  /// Stores a pending sign-in durably, and removes those that have expired.
  ///
  /// - Parameters:
  ///   - pending: The sign-in.
  ///   - now: The current time of the wall clock, by which others have expired.
  /// - Throws: `storeFailed` or `storeLocked`: the sign-in may be stored nevertheless, if only the
  ///   removal of an expired one failed.
  func add(_ pending: PendingAuthorization, at now: Date) async throws(OAuthError)

  /// The pending sign-in with this state, which stays in the store; nil if there is no such sign-in.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server.
  ///   - clientID: The client identifier at this authorization server.
  ///   - state: The `state` of the authorization response.
  /// - Throws: `storeFailed` or `storeLocked`.
  func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization?

  /// Removes a pending sign-in.
  ///
  /// - Returns: Whether it was stored. Of all callers, in all processes, only one gets true.
  /// - Throws: `storeFailed` or `storeLocked`; it may still be stored then.
  func take(_ pending: PendingAuthorization) async throws(OAuthError) -> Bool
}

extension RecordTokenStore: PendingAuthorizationStore {
  /// Stores a pending sign-in durably, and removes those that have expired.
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

  /// The pending sign-in with this state; nil if there is no such sign-in, or its record is damaged.
  public func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization? {
    let key = PendingAuthorization.key(issuer, clientID, state)
    return try await records.read(key).flatMap { PendingAuthorization($0, key: key) }
  }

  /// Removes a pending sign-in, and returns whether it was stored.
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
