// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// Sessions in a keychain whose refresh tokens are behind a face, a finger or the passcode.
///
/// The access token and all that is known of the session are in a plain item, which the app reads at any
/// time and without a prompt. The refresh token is an item of its own with access control: it is read by a
/// refresh inside ``UserPresence/prompting(_:patience:isolation:_:)`` and by nothing else. A refresh without
/// that permission is refused with `interactionRequired` before anything is sent.
public struct GuardedTokenStore<Keychain: SecItemCalls>: TokenStore {
  let plain: RecordTokenStore<KeychainRecords<Keychain>>
  let presence: KeychainPresence

  /// Creates a store of sessions in a keychain.
  ///
  /// - Parameters:
  ///   - records: The records in the keychain, where the sessions are.
  ///   - presence: What the user has to do before a refresh token is read.
  public init(_ records: KeychainRecords<Keychain>, presence: KeychainPresence) {
    plain = RecordTokenStore(records)
    self.presence = presence
  }

  private var records: KeychainRecords<Keychain> { plain.records }

  /// The keychain, and what the user has to do before a refresh token is read.
  public var place: StoreLocation {
    let place = plain.place
    return StoreLocation(
      kind: place.kind,
      location: "\(place.location), refresh tokens behind \(presence.rawValue)",
      protection: .system)
  }

  /// The sessions that match a filter, without their refresh tokens.
  public func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] { try await plain.sessions(filter, page: page) }

  /// The session of an account, without its refresh token; nil if there is no such session.
  public func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    try await plain.session(account)
  }

  /// Stores a session; no prompt appears.
  ///
  /// - Throws: As ``TokenStore/save(_:)``; `misused` naming `presence` when the device has no passcode.
  public func save(_ session: StoredSession) async throws(OAuthError) {
    try await OAuthError.typed {
      try await withExclusiveAccess(to: session.account) { try await saveAlone(session) }
    }
  }

  private func saveAlone(_ session: StoredSession) async throws(OAuthError) {
    let before = try? await plain.session(session.account)?.guardedItem
    var session = session
    // A refresh token that was read from its item is still stored there.
    if session.guardedItem != nil, session.guardedItem == before { session.refreshToken = nil }
    guard let token = session.refreshToken else {
      try await plain.save(session)
      guard let before, before != session.guardedItem else { return }
      return try await records.delete(query(session.account, before))
    }
    let id = records.environment.token(bytes: 9)
    // The new item is added before the session refers to it, and the old one is removed afterwards.
    try await add(token, id, of: session.account)
    session.refreshToken = nil
    session.guardedItem = id
    do throws(OAuthError) {
      try await plain.save(session)
    } catch {
      try? await records.delete(query(session.account, id))
      throw error
    }
    if let before { try await records.delete(query(session.account, before)) }
  }

  private func add(
    _ token: Secret, _ id: String, of account: AccountID
  ) async throws(OAuthError) {
    var item = KeychainItem(
      service: records.guardedService(account.fingerprint), account: id,
      accessGroup: records.group.name, accessibility: records.accessibility.effective,
      label: "Coatcheck", content: Array(token.reveal().utf8))
    item.presence = presence
    let status = try await records.done { [item] in $0.add(item) }
    guard status == .success else {
      guard status == .authFailed else { throw status.error("keep a refresh token") }
      throw .misused(
        "presence",
        "The device has no passcode, so that nothing can be put behind the user's presence (-25293)."
      )
    }
  }

  /// The session with its refresh token: the user is prompted for it. If the session was saved since it was
  /// read, the newer one.
  ///
  /// - Throws: `OAuthError` with `interactionRequired` when no prompt may appear, when the user was not
  ///   recognized, or when the refresh token is gone because other faces or fingers are enrolled;
  ///   `userCancelled` when the user closed the prompt; `timedOut`, and `OAuthError.isUnanswered`, when
  ///   there was no answer in time; else as ``TokenStore/session(_:)``. The session is as it was.
  public func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    guard session.refreshToken == nil, let id = session.guardedItem else { return session }
    guard let permission = UserPresence.current else {
      throw .refused(
        .interactionRequired,
        "The refresh token is behind the user's presence: refresh while the app is in front, with a prompt.",
        parameter: "presence")
    }
    var query = query(session.account, id)
    (query.wanted, query.prompt) = (.content, permission.reason)
    let (status, items) = try await records.call(
      within: permission.patience, otherwise: .unanswered("The user did not answer the prompt.")
    ) { [query] in $0.copyMatching(query) }
    if records.isMissing(status) {
      // A session that was saved since has another item.
      if let newer = try await plain.session(session.account), newer.guardedItem != id {
        return try await renewable(newer)
      }
      throw .refused(
        .interactionRequired,
        "The refresh token was removed by the device, as other faces or fingers are enrolled or the passcode was removed; sign in again.",
        parameter: "refresh_token")
    }
    guard status == .success, let content = items.first?.content,
      let text = String(validating: content, as: UTF8.self)
    else { throw status.error("read the refresh token") }
    var session = session
    session.refreshToken = Secret(text)
    return session
  }

  /// Removes the session of an account, and its refresh token; no prompt appears.
  public func remove(_ account: AccountID) async throws(OAuthError) {
    try await OAuthError.typed {
      try await withExclusiveAccess(to: account) {
        try await records.delete(query(account, nil))
        try await plain.remove(account)
      }
    }
  }

  /// The default account; nil when none was chosen.
  public func defaultAccount() async throws(OAuthError) -> AccountID? {
    try await plain.defaultAccount()
  }

  /// Chooses the default account; nil for none.
  public func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    try await plain.setDefaultAccount(account)
  }

  /// Runs `body` while no other task, in any process, holds the same lock.
  public func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value { try await plain.withExclusiveAccess(to: lock, body) }

  private func query(_ account: AccountID, _ id: String?) -> KeychainQuery {
    KeychainQuery(
      service: records.guardedService(account.fingerprint), account: id,
      accessGroup: records.group.name)
  }
}

extension GuardedTokenStore: ListedClients {
  package func clients() async throws(OAuthError) -> [StoredClient] { try await plain.clients() }

  /// The registered client with this name; nil if there is no such client.
  public func client(
    at issuer: Issuer, named name: String
  ) async throws(OAuthError) -> StoredClient? { try await plain.client(at: issuer, named: name) }

  /// Stores a registered client durably.
  public func keep(_ client: StoredClient) async throws(OAuthError) {
    try await plain.keep(client)
  }

  /// Removes a registered client. A missing client is not an error.
  public func forgetClient(at issuer: Issuer, named name: String) async throws(OAuthError) {
    try await plain.forgetClient(at: issuer, named: name)
  }
}

extension GuardedTokenStore: PendingAuthorizationStore {
  /// Stores an authorization request durably; no prompt appears.
  public func add(_ pending: PendingAuthorization, at now: Date) async throws(OAuthError) {
    try await plain.add(pending, at: now)
  }

  /// The authorization request that a callback answers; nil if there is no such request.
  public func pendingAuthorization(
    at issuer: Issuer, clientID: String, state: Secret
  ) async throws(OAuthError) -> PendingAuthorization? {
    try await plain.pendingAuthorization(at: issuer, clientID: clientID, state: state)
  }

  /// Removes an authorization request, and says whether it was there.
  public func take(_ pending: PendingAuthorization) async throws(OAuthError) -> Bool {
    try await plain.take(pending)
  }
}
