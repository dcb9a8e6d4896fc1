// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
public import CoatcheckFoundation

extension MemoryStore {
  /// Stores a pushed authorization request.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/push(_:)``.
  public func push(_ request: PushedRequest) async throws(StoreError) {
    try request.checkStorable()
    try transaction { state throws(StoreError) in
      guard state.pushed[request.digest] == nil else { throw .taken("pushed request") }
      state.pushed[request.digest] = request.stored
    }
  }

  /// Returns a pushed authorization request.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/pushed(_:of:at:)``.
  public func pushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest? {
    try transaction { Self.pushed(digest, of: clientID, in: $0, at: now) }
  }

  /// Removes a pushed authorization request and returns it.
  ///
  /// See ``/CoatcheckIssuer/IssuerStore/takePushed(_:of:at:)``.
  public func takePushed(
    _ digest: TokenDigest, of clientID: String, at now: Date
  ) async throws(StoreError) -> PushedRequest? {
    try transaction { state in
      guard let request = Self.pushed(digest, of: clientID, in: state, at: now) else { return nil }
      state.pushed[digest] = nil
      return request
    }
  }

  private static func pushed(
    _ digest: TokenDigest, of clientID: String, in state: MemoryState, at now: Date
  ) -> PushedRequest? {
    guard let request = state.pushed[digest], ByteKey(request.clientID) == ByteKey(clientID),
      StoredTime(now) < StoredTime(request.retainedUntil)
    else { return nil }
    return request
  }
}
