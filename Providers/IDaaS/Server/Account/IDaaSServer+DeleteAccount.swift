// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

extension IDaaSServer {
  /// Removes a user with everything of theirs, at all applications.
  ///
  /// The proof is a code (`DELETE_ACCOUNT_SMS`) to one of their phones. Who has proved none cannot get a code, and
  /// shall be able to leave as well: there it is a login at most ten minutes ago.
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
    // First: should the process end between the two, no user is signed in to half an account.
    _ = try await store.revokeUser(id, reason: "account_deleted", at: context.now)
    _ = try await store.removeUser(id, at: context.now)
    audit(AuditEvent(.accountDeleted, ["user": id, "client": context.application.id]))
    return EmptyReply()
  }
}
