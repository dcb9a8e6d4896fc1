// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

extension SystemStore: PendingAuthorizationStore {
  /// Stores a pending sign-in durably. As with the first session, this decides which store the system
  /// has.
  ///
  /// - Throws: As ``PendingAuthorizationStore/add(_:at:)``; `storeFailed` also when the chosen store
  ///   cannot hold pending sign-ins.
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

  /// The pending sign-in with this state; nil if there is no such sign-in, or it was not decided yet
  /// which store the system has.
  public func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization? {
    guard let store = try current() as? any PendingAuthorizationStore else { return nil }
    return try await store.pendingAuthorization(at: issuer, clientID: clientID, state: state)
  }

  /// Removes a pending sign-in, and returns whether it was stored.
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
