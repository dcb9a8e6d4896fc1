// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// Reads what clients keep at addresses of their own: their keys, and the list of their redirect URIs.
///
/// Strangers choose these addresses. Whoever implements this decides which are asked at all, and reads
/// little, briefly, and without following redirects.
public protocol ClientDocuments: Sendable {
  /// Whether an address is one of those that are asked. Nothing is sent to find out.
  func accepts(_ address: String) -> Bool

  /// The document at an address that is accepted.
  ///
  /// - Throws: why there is none: the address, the connection, the answer.
  func document(at address: String) async throws(OAuthError) -> [UInt8]
}
