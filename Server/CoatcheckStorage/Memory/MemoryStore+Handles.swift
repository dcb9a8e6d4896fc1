// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore: SocialStore {
  /// Stores a record that can be used once.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(OneTimeRecord)``.
  public func keep(_ record: OneTimeRecord) async throws(StoreError) {
    try record.checkStorable()
    try transaction { state throws(StoreError) in
      guard state.social.records[record.digest] == nil else { throw .taken("record") }
      state.social.records[record.digest] = record.stored
    }
  }

  /// Returns a one-time record and removes it.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/take(_:_:at:)``.
  public func take(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord? {
    try transaction { state in
      guard let record = Self.record(kind, digest, in: state, at: now) else { return nil }
      state.social.records[digest] = nil
      return record
    }
  }

  /// Returns a one-time record without removing it.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/record(_:_:at:)``.
  public func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, at now: Date
  ) async throws(StoreError) -> OneTimeRecord? {
    try transaction { Self.record(kind, digest, in: $0, at: now) }
  }

  /// Stores a one-time code.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/keep(_:)-(OneTimeCode)``.
  public func keep(_ code: OneTimeCode) async throws(StoreError) {
    try code.checkStorable()
    try transaction { $0.social.codes[code.key] = code.stored }
  }

  /// Compares an entered code with the stored one, and counts the attempt.
  ///
  /// See ``/CoatcheckAccounts/SocialStore/attempt(_:at:)``.
  public func attempt(_ code: TypedCode, at now: Date) async throws(StoreError) -> CodeAttempt {
    try transaction { state in
      let trial = CodeRule.decide(code, for: state.social.codes[code.key], at: StoredTime(now))
      state.social.apply(trial, to: code.key)
      return trial
    }
  }

  private static func record(
    _ kind: OneTimeRecord.Kind, _ digest: TokenDigest, in state: MemoryState, at now: Date
  ) -> OneTimeRecord? {
    guard let record = state.social.records[digest],
      ByteKey(record.kind.rawValue) == ByteKey(kind.rawValue),
      StoredTime(now) < StoredTime(record.expiresAt)
    else { return nil }
    return record
  }
}
