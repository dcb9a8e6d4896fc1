// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Records a key that may be used once.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/insertOnce(namespace:key:expiresAt:at:)``.
  public func insertOnce(
    namespace: String, key: String, expiresAt: Date, at now: Date
  ) async throws(StoreError) -> Bool {
    try StoredText.check([namespace, key], of: "key")
    let entry = ByteKey(namespace, key)
    return try transaction { state in
      if let taken = state.once[entry], StoredTime(now) < taken { return false }
      state.once[entry] = StoredTime(expiresAt)
      return true
    }
  }

  /// Counts an attempt.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/attempt(_:limit:window:at:)``.
  public func attempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt {
    try StoredText.check([key], of: "attempt")
    return try transaction { state in
      let (counted, attempt) = AttemptWindow.counted(
        after: state.attempts[ByteKey(key)], limit: limit, window: window, at: StoredTime(now))
      state.attempts[ByteKey(key)] = counted
      return attempt
    }
  }

  /// Returns the result that the next attempt would have, without counting it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/nextAttempt(_:limit:window:at:)``.
  public func nextAttempt(
    _ key: String, limit: Int, window: TimeInterval, at now: Date
  ) async throws(StoreError) -> Attempt {
    try StoredText.check([key], of: "attempt")
    return try transaction { state in
      AttemptWindow.next(
        after: state.attempts[ByteKey(key)], by: AttemptLimit(key, limit: limit, window: window),
        at: StoredTime(now))
    }
  }

  /// Takes back one counted attempt.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/returnAttempt(_:)``.
  public func returnAttempt(_ key: String) async throws(StoreError) {
    try transaction { $0.attempts[ByteKey(key)]?.giveBack() }
  }

  /// Removes the counted attempts of a key.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/clearAttempts(_:)``.
  public func clearAttempts(_ key: String) async throws(StoreError) {
    try transaction { $0.attempts[ByteKey(key)] = nil }
  }

  /// Stores a login session.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/saveLogin(_:)``.
  public func saveLogin(_ login: LoginSession) async throws(StoreError) {
    try login.checkStorable()
    try transaction { $0.logins[login.digest] = login.stored }
  }

  /// Returns a login session.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/login(_:at:)``.
  public func login(
    _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> LoginSession? {
    try transaction { state in
      guard let login = state.logins[digest], StoredTime(now) < StoredTime(login.expiresAt)
      else { return nil }
      return login
    }
  }

  /// Removes a login session, and nothing that was issued in it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/endLogin(_:)``.
  public func endLogin(_ digest: TokenDigest) async throws(StoreError) -> Bool {
    try transaction { $0.logins.removeValue(forKey: digest) != nil }
  }
}
