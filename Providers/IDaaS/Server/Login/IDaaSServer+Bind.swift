// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation

/// The request of a user to complete a pending login.
struct BindingRequest: Sendable {
  /// The login: `X-state-token`.
  var stateToken: Secret
  /// The purpose of the call: to bind or to register.
  var purpose: PendingBinding.Purpose
  /// The number or address as it was typed.
  var contact: TypedContact
  /// The code as it was typed.
  var code: String
  /// Whether the user confirms the account that was shown.
  var confirms = false
}

/// A number or an address as it was typed.
enum TypedContact: Sendable {
  case mobile(String), email(String)
}

extension IDaaSServer {
  /// Binds or registers, for calls and pages alike.
  ///
  /// Until the code is right, every number and address gets the same responses after the same work.
  /// - Throws: `expired` and `parameterValue` about the login; `parameterFormat` about number and code; `codeWrong`
  ///   and `emailCodeWrong` with the tries left; `locked`; `userUnknown`; `alreadyBound`.
  func bind(_ request: BindingRequest, _ context: CallContext) async throws -> LoginReply {
    try checkSecondFactor(of: context.application)
    let pending = try await pendingLogin(request.stateToken, context)
    guard pending.purpose == request.purpose else {
      throw Refusal(.parameterValue, "state_token", detail: .stateMismatch)
    }
    let contact = try await destination(of: request.contact, context).contact
    try checkMethod(request.contact.method, for: pending.purpose, context.application)
    let code = try typed(
      request.code, for: contact, type: .proving(contact, for: pending.purpose),
      scope: .login(pending.digest), context)
    try await checkWrongCodes(of: contact, context)
    if let reply = try await provePhone(of: pending, contact, code, context) { return reply }
    let attempt = try await attempt(request, of: pending, contact, code, context)
    let outcome = try await store.bind(attempt)
    return try await answer(outcome, attempt, pending, request, context)
  }

  private func attempt(
    _ request: BindingRequest, of pending: PendingBinding, _ contact: Contact, _ code: TypedCode,
    _ context: CallContext
  ) async throws -> BindingAttempt {
    // The user confirms the account: its code was used up when the account was shown.
    let confirms = request.confirms && pending.proved == contact
    var caution = BindingAttempt.Caution()
    caution.confirms = context.application.confirmsLinks && context.canConfirm && !confirms
    caution.dormantSince = try await dormantSince(pending, contact, context)
    return BindingAttempt(
      pending: pending.digest, clientID: context.application.id, device: context.caller.device,
      contact: contact, code: confirms ? nil : code, purpose: pending.purpose,
      newcomer: pending.purpose == .register ? try newcomer(called: pending.nickname) : nil,
      linkID: environment.identifier(), caution: caution, at: context.now)
  }

  /// The time before which an account counts as dormant; nil when this login has verified two contacts of
  /// it.
  private func dormantSince(
    _ pending: PendingBinding, _ contact: Contact, _ context: CallContext
  ) async throws -> Date? {
    guard let proved = pending.proved, proved != contact,
      let owner = try await store.user(with: proved),
      try await store.user(with: contact)?.id == owner.id
    else { return dormantSince(context) }
    return nil
  }
}
