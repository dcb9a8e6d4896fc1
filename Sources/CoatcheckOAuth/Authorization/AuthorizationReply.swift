// SPDX-License-Identifier: Apache-2.0

/// A validated authorization response: the code, and the transaction that it belongs to.
///
/// Only ``AuthorizationTransaction`` and ``HybridTransaction`` create one, after the redirect URI, `state`
/// and `iss` were compared.
public struct AuthorizationReply: Sendable {
  /// The authorization code. It can be redeemed once, by a ``CodeExchange``.
  public let code: Secret
  /// The transaction whose authorization request this responds to.
  public let transaction: AuthorizationTransaction

  init(code: Secret, transaction: AuthorizationTransaction) {
    self.code = code
    self.transaction = transaction
  }
}
