// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// Reads what clients keep at addresses of their own: their keys, and the list of their redirect URIs.
///
/// Third parties choose these addresses. An implementation decides which are fetched at all, and reads
/// little, briefly, and without following redirects.
public protocol ClientDocuments: Sendable {
  /// Whether an address is one of those that are asked. Nothing is sent to find out.
  func accepts(_ address: String) -> Bool

  /// The document at an address that is accepted.
  ///
  /// - Throws: When the address, the connection or the response is not acceptable.
  func document(at address: String) async throws(OAuthError) -> [UInt8]
}
