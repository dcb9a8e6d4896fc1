// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// Fetches the documents that clients host themselves: their key set (`jwks_uri`) and the redirect URIs of
/// their sector (`sector_identifier_uri`).
///
/// Third parties choose these addresses. An implementation decides which are fetched at all, limits size
/// and time, and does not follow redirects.
public protocol ClientDocuments: Sendable {
  /// Whether documents at this address are fetched at all. Nothing is sent.
  ///
  /// - Parameter address: The absolute URI as the client registered it; it may be anything.
  func accepts(_ address: String) -> Bool

  /// Fetches the document at an address.
  ///
  /// - Parameter address: The absolute URI as the client registered it.
  /// - Returns: The body of the response.
  /// - Throws: When the address is one that is not accepted, the connection fails, or the response is not
  ///   acceptable. The registration is refused then, or a signature of the client cannot be verified.
  func document(at address: String) async throws(OAuthError) -> [UInt8]
}
