// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Returns a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/client(_:)``.
  public func client(_ id: String) async throws(StoreError) -> RegisteredClient? {
    try transaction { $0.clients[ByteKey(id)] }
  }

  /// Adds or replaces a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/save(_:)``.
  public func save(_ client: RegisteredClient) async throws(StoreError) {
    try client.checkStorable()
    try transaction { $0.clients[ByteKey(client.id)] = client.stored }
  }

  /// Removes a client with everything it has.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/removeClient(_:at:)``.
  public func removeClient(_ id: String, at now: Date) async throws(StoreError) -> Bool {
    let client = ByteKey(id)
    return try transaction { state in
      guard state.clients.removeValue(forKey: client) != nil else { return false }
      state.removeRequests(of: client)
      state.consents = state.consents.filter { $0.key.bytes.last != client.bytes.first }
      _ = Self.end("client_removed", at: now, in: &state) { ByteKey($0.clientID) == client }
      return true
    }
  }

  /// Returns the scopes that a user approved for a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/consent(user:client:)``.
  public func consent(user: String, client: String) async throws(StoreError) -> [String] {
    try transaction { $0.consents[ByteKey(user, client)] ?? [] }
  }

  /// Adds scopes to those that a user approved for a client.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/recordConsent(user:client:scopes:)``.
  public func recordConsent(
    user: String, client: String, scopes: [String]
  ) async throws(StoreError) {
    try StoredText.check([user, client] + scopes, of: "consent")
    try transaction { state throws(StoreError) in
      let key = ByteKey(user, client)
      state.consents[key] = try ConsentRule.union(state.consents[key] ?? [], scopes)
    }
  }

  /// Returns the stored signing keys.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/keySet()``.
  public func keySet() async throws(StoreError) -> KeySetRecord? {
    try transaction { $0.keySet }
  }

  /// Replaces the signing keys, unless they were replaced in between.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/replaceKeySet(expecting:with:)``.
  public func replaceKeySet(
    expecting version: Int?, with replacement: KeySetRecord
  ) async throws(StoreError) -> Bool {
    try replacement.check(after: version)
    return try transaction { state in
      guard state.keySet?.version == version else { return false }
      state.keySet = replacement
      return true
    }
  }
}
