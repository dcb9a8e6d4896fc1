// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Stores an authorization code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/issueCode(_:)``.
  public func issueCode(_ code: AuthorizationCodeRecord) async throws(StoreError) {
    try code.checkStorable()
    try transaction { state throws(StoreError) in
      guard state.codes[code.digest] == nil else { throw .taken("code") }
      state.codes[code.digest] = MemoryState.Code(record: code.stored)
    }
  }

  /// Returns an authorization code as it was issued.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/code(_:)``.
  public func code(_ digest: TokenDigest) async throws(StoreError) -> AuthorizationCodeRecord? {
    try transaction { $0.codes[digest]?.record }
  }

  /// Redeems an authorization code.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/redeem(_:opening:first:at:)``.
  public func redeem(
    _ code: TokenDigest, opening: RefreshFamily, first: RefreshRecord?, at now: Date
  ) async throws(StoreError) -> CodeRedemption {
    try opening.checkStorable(first: first)
    return try transaction { state throws(StoreError) in
      guard let stored = state.codes[code] else { return .unknown }
      if let family = stored.family { return .alreadyUsed(familyID: family) }
      guard StoredTime(now) < StoredTime(stored.record.expiresAt) else { return .expired }
      try opening.check(opening: stored.record)
      try Self.insert(opening, first: first, into: &state)
      state.codes[code]?.family = opening.id
      return .redeemed(stored.record)
    }
  }

  /// Stores a new family of tokens.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/open(_:first:)``.
  public func open(_ family: RefreshFamily, first: RefreshRecord?) async throws(StoreError) {
    try family.checkStorable(first: first)
    try transaction { state throws(StoreError) in
      try Self.insert(family, first: first, into: &state)
    }
  }

  static func insert(
    _ family: RefreshFamily, first: RefreshRecord?, into state: inout MemoryState
  ) throws(StoreError) {
    guard state.families[ByteKey(family.id)] == nil else { throw .taken("family") }
    guard first.map({ state.refresh[$0.digest] == nil }) ?? true else {
      throw .taken("refresh token")
    }
    state.families[ByteKey(family.id)] = family.stored
    guard let first else { return }
    state.refresh[first.digest] = StoredRefresh(record: first.stored(in: family, generation: 0))
  }
}
