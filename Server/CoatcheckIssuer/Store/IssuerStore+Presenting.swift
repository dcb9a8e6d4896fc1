// SPDX-License-Identifier: Apache-2.0

extension IssuerStore {
  /// Reads a client and a refresh token one after the other: the implementation for stores without a faster
  /// one.
  ///
  /// - Parameters:
  ///   - id: The client identifier.
  ///   - digest: The digest of the refresh token.
  /// - Returns: Each of the two, or nil when it is unknown.
  /// - Throws: What ``client(_:)`` and ``refresh(_:)`` throw.
  public func client(
    _ id: String, presenting digest: TokenDigest
  ) async throws(StoreError) -> (
    client: RegisteredClient?, refresh: (record: RefreshRecord, family: RefreshFamily)?
  ) {
    (try await client(id), try await refresh(digest))
  }
}
