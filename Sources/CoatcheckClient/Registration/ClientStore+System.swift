// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension SystemStore: ClientStore {
  /// The stored client; nil if there is no such client, or it was not decided yet which store the
  /// system has.
  public func client(
    at issuer: Issuer, named name: String
  ) async throws(OAuthError) -> StoredClient? {
    guard let store = try current() as? any ClientStore else { return nil }
    return try await store.client(at: issuer, named: name)
  }

  /// Stores a client durably. As with the first session, this decides which store the system has.
  ///
  /// - Throws: As ``ClientStore/keep(_:)``; `storeFailed` also when the chosen store cannot hold
  ///   clients.
  public func keep(_ client: StoredClient) async throws(OAuthError) {
    try await OAuthError.typed {
      try await home.withLock(.record(StoredClient.key(client.issuer, client.name))) {
        guard let kept = try store(of: await decided()) as? any ClientStore else {
          throw OAuthError.store("this kind of store keeps no clients")
        }
        try await kept.keep(client)
      }
    }
  }

  /// Removes a client. A missing client is not an error.
  public func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError) {
    try await (current() as? any ClientStore)?.forgetClient(at: issuer, named: name)
  }
}

extension MovingStore: ClientStore {
  func client(at issuer: Issuer, named name: String) async throws(OAuthError) -> StoredClient? {
    for store in [new, old] {
      guard let store = store as? any ClientStore else { continue }
      if let client = try await store.client(at: issuer, named: name) { return client }
    }
    return nil
  }

  func keep(_ client: StoredClient) async throws(OAuthError) {
    guard let new = new as? any ClientStore else {
      throw .store("this kind of store keeps no clients")
    }
    try await new.keep(client)
    try await (old as? any ClientStore)?.forgetClient(at: client.issuer, named: client.name)
  }

  func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError) {
    try await (old as? any ClientStore)?.forgetClient(at: issuer, named: name)
    try await (new as? any ClientStore)?.forgetClient(at: issuer, named: name)
  }
}
