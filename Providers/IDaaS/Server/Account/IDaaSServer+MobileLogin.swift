// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

extension IDaaSServer {
  /// Signs in by the code of a text message (`LOGIN_SMS`). It does not create users: an unknown user
  /// registers with a social account.
  ///
  /// - Throws: What ``tryCode(_:for:type:scope:_:)`` throws; `userUnknown` after the code was right, when no user
  ///   has the number.
  func mobileLogin(_ call: MobileLogin, _ context: CallContext) async throws -> LoginReply {
    let contact = try await destination(of: .mobile(call.mobile), context).contact
    try await tryCode(
      call.code.reveal(), for: contact, type: .loginMobile, scope: .client(context.application.id),
      context)
    guard let user = try await store.user(with: contact) else { throw Self.userGone }
    guard user.standing == .active else { return .denied }
    guard try await !isDormant(user, context) else {
      audit(AuditEvent(.loginFailed, ["user": user.id, "reason": "dormant"]))
      return .denied
    }
    guard context.application.secondFactor == nil else {
      // A second code to the same phone would be no second factor.
      audit(AuditEvent(.loginFailed, ["user": user.id, "reason": "one_factor"]))
      return .denied
    }
    return try await enter(user, by: ["sms"], context)
  }
}
