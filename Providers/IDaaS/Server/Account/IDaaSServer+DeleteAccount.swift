// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

extension IDaaSServer {
  /// Removes a user with all data of the user, at all applications.
  ///
  /// It requires a code (`DELETE_ACCOUNT_SMS`) to one of the user's phones. A user without a phone
  /// number, who cannot get a code, needs a login within the last ten minutes instead.
  ///
  /// - Throws: What ``tryCode(_:for:type:scope:_:)`` throws; `expired` when the login is too long ago.
  func deleteAccount(_ call: DeleteAccount, _ context: CallContext) async throws -> EmptyReply {
    let session = try await signedIn(by: call.idToken, context)
    let id = session.user.id
    if try await phones(of: session.user).isEmpty {
      guard isFresh(session, context) else {
        throw Refusal(.expired, "id_token", detail: .policyDenied)
      }
    } else {
      try await tryOwnCode(
        call.code, of: session.user, type: .deleteAccount, scope: .user(id), context)
    }
    // Sessions are revoked first: if the process ends between the two, no session of a removed user is
    // left.
    _ = try await store.revokeUser(id, reason: "account_deleted", at: context.now)
    _ = try await store.removeUser(id, at: context.now)
    audit(AuditEvent(.accountDeleted, ["user": id, "client": context.application.id]))
    return EmptyReply()
  }
}
