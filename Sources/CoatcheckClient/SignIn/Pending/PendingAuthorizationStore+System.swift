// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

extension SystemStore: PendingAuthorizationStore {
  /// Stores an authorization request durably. Like the first session it decides which store it is.
  public func add(_ pending: PendingAuthorization, at now: Date) async throws(OAuthError) {
    try await OAuthError.typed {
      try await home.withLock(.record(pending.key)) {
        guard let store = try store(of: await decided()) as? any PendingAuthorizationStore else {
          throw OAuthError.store("this kind of store keeps no sign-ins that wait")
        }
        try await store.add(pending, at: now)
      }
    }
  }

  /// The authorization request that a callback answers; nil if there is no such request, or nothing was decided yet.
  public func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization? {
    guard let store = try current() as? any PendingAuthorizationStore else { return nil }
    return try await store.pendingAuthorization(at: issuer, clientID: clientID, state: state)
  }

  /// Removes an authorization request, and says whether it was there.
  public func take(_ pending: PendingAuthorization) async throws(OAuthError) -> Bool {
    guard let store = try current() as? any PendingAuthorizationStore else { return false }
    return try await store.take(pending)
  }
}

extension MovingStore: PendingAuthorizationStore {
  private var stores: [any PendingAuthorizationStore] {
    [new, old].compactMap { $0 as? any PendingAuthorizationStore }
  }

  func add(_ pending: PendingAuthorization, at now: Date) async throws(OAuthError) {
    guard let new = new as? any PendingAuthorizationStore else {
      throw .store("this kind of store keeps no sign-ins that wait")
    }
    try await new.add(pending, at: now)
  }

  func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization? {
    for store in stores {
      if let pending = try await store.pendingAuthorization(
        at: issuer, clientID: clientID, state: state)
      {
        return pending
      }
    }
    return nil
  }

  func take(_ pending: PendingAuthorization) async throws(OAuthError) -> Bool {
    var wasThere = false
    for store in stores where try await store.take(pending) { wasThere = true }
    return wasThere
  }
}
