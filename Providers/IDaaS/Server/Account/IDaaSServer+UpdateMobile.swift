// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The change of a phone number.
extension IDaaSServer {
  /// Gives a user another phone number, with a code to the new one (`UPDATE_MOBILE_SMS`).
  ///
  /// The number can sign in from then on, so an ID token alone is not enough: the user must have signed
  /// in within the last ten minutes. The previous number and all other contacts of the user get a notice.
  ///
  /// - Throws: `parameterFormat`; `expired` naming `id_token` when the login is too long ago; what
  ///   ``tryCode(_:for:type:scope:_:)`` throws; `alreadyBound` when another user has the number.
  func updateMobile(_ call: UpdateMobile, _ context: CallContext) async throws -> EmptyReply {
    let session = try await signedIn(by: call.idToken, context)
    let user = session.user
    let contact = try await destination(of: .mobile(call.mobile), context).contact
    guard isFresh(session, context) else {
      throw Refusal(.expired, "id_token", detail: .policyDenied)
    }
    try await tryCode(
      call.code.reveal(), for: contact, type: .updateMobile, scope: .user(user.id), context)
    guard let replaced = try await store.replacePhones(of: user.id, with: contact, at: context.now)
    else { throw Refusal(.alreadyBound, detail: .alreadyBound) }
    audit(
      AuditEvent(
        .mobileChanged,
        ["user": user.id, "client": context.application.id, "contact": contact.masked]))
    let others = try await store.contacts(of: user.id).filter { $0 != contact }
    await notify(.mobileChanged, of: user, at: replaced + others, [:], context)
    return EmptyReply()
  }
}

extension AuditEvent.Name {
  /// A user has another phone number.
  static let mobileChanged = Self(rawValue: "mobile_changed")
}
