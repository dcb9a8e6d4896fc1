// SPDX-License-Identifier: Apache-2.0

/// A callback that was checked: the code, and the transaction which it answers.
///
/// Only ``AuthorizationTransaction`` makes one, after it compared redirect URI, `state` and `iss`.
public struct AuthorizationReply: Sendable {
  /// The code. It works once.
  public let code: Secret
  /// The transaction which it answers.
  public let transaction: AuthorizationTransaction

  init(code: Secret, transaction: AuthorizationTransaction) {
    self.code = code
    self.transaction = transaction
  }
}
