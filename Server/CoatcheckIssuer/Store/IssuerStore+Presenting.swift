// SPDX-License-Identifier: Apache-2.0

extension IssuerStore {
  /// A client and a refresh token, read one after the other.
  public func client(
    _ id: String, presenting digest: TokenDigest
  ) async throws(StoreError) -> (
    client: RegisteredClient?, refresh: (record: RefreshRecord, family: RefreshFamily)?
  ) {
    (try await client(id), try await refresh(digest))
  }
}
