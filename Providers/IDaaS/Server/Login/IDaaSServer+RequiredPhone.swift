// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The phone number that an application requires of every user: step 8 of the vendor's document, "checks if a mobile phone
/// number is bound".
extension IDaaSServer {
  /// Whether a linked user has to verify a phone number before the login.
  func lacksPhone(_ contacts: [Contact], _ application: TenantApplication) -> Bool {
    application.requiresPhone && !contacts.contains { $0.kind == "phone" }
  }

  /// Makes the login pending until its user has verified a phone number.
  func beginPhone(
    of upstream: UpstreamUser, _ context: CallContext
  ) async throws -> PendingLogin {
    let purpose: PendingBinding.Purpose =
      context.application.unassociated == .bind ? .bind : .register
    return try await beginBinding(of: upstream, for: purpose, context)
  }

  /// Adds the verified number to a linked user, and continues with the login.
  ///
  /// - Returns: Nil when the identity is not linked, or its user has a number already.
  /// - Throws: `codeWrong` with the tries left; `expired`; `alreadyBound` when the number is another user's.
  func provePhone(
    of pending: PendingBinding, _ contact: Contact, _ code: TypedCode, _ context: CallContext
  ) async throws -> LoginReply? {
    guard context.application.requiresPhone,
      let linked = try await linkedUser(pending.identity, at: context.now),
      lacksPhone(linked.contacts, context.application)
    else { return nil }
    switch try await store.attempt(code, at: context.now) {
    case .right: break
    case .wrong(let left): throw await wrongCode(for: contact, left: left, context)
    case .gone: throw Refusal(.expired, "verify_code", detail: .codeExpired)
    }
    guard linked.user.standing == .active else {
      return denied("disabled", ["user": linked.user.id], context)
    }
    guard try await store.prove(contact, of: linked.user.id, at: context.now) else {
      audit(.bindingRefused, context, ["reason": "contact_taken"])
      throw Refusal(.alreadyBound, detail: .alreadyBound)
    }
    await forgetWrongCodes(of: contact)
    return try await admit(
      Admission(
        linked.user, by: [linked.link.identity.provider, "sms"], link: linked.link),
      through: linked.link, context)
  }
}
