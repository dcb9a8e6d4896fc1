// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

/// The calls about linked social accounts.
extension IDaaSServer {
  /// The social accounts that are linked to the user.
  func socialAccounts(
    _ call: SocialAccountsCall, _ context: CallContext
  ) async throws -> [SocialAccount] {
    let session = try await signedIn(by: call.idToken, context)
    return try await store.links(of: session.user.id).map { link in
      var account = SocialAccount(
        id: link.id, type: link.identity.provider, uid: link.identity.subject)
      account.userID = link.userID
      account.channelID = link.identity.app
      account.nickname = link.nickname
      account.avatar = link.avatar
      account.createdAt = link.createdAt
      account.updatedAt = link.lastUsedAt
      return account
    }
  }

  /// Removes a link, for a user who has just signed in or sends a code (`UNBIND_SOCIAL_SMS`).
  ///
  /// - Throws: `unbindingFailed` when the user has no such link, or no other way in;
  ///   `parameterMissing` when a code is required; what ``tryCode(_:for:type:scope:_:)`` throws.
  func unbind(_ call: UnbindAccount, _ context: CallContext) async throws -> EmptyReply {
    let session = try await signedIn(by: call.idToken, context)
    let id = session.user.id
    // Before the code is used: the link of another user gets the same response as one that does not exist.
    guard try await store.links(of: id).contains(where: { $0.id == call.id }) else {
      throw Refusal(.unbindingFailed, detail: .userNotFound)
    }
    if let code = call.code {
      try await tryOwnCode(
        code, of: session.user, type: .unbindSocial, scope: .user(id), context)
    } else if !isFresh(session, context) {
      throw Refusal(.parameterMissing, "verify_code", detail: .missingParameter)
    }
    switch try await store.unlink(call.id, of: id, at: context.now) {
    case .unlinked(let link):
      audit(
        AuditEvent(
          .socialUnlinked,
          ["user": id, "client": context.application.id, "provider": link.identity.provider]))
      return EmptyReply()
    case .unknown: throw Refusal(.unbindingFailed, detail: .userNotFound)
    case .lastSignInMethod: throw Refusal(.unbindingFailed, detail: .policyDenied)
    }
  }
}

extension AuditEvent.Name {
  /// A social account was unlinked from its user.
  static let socialUnlinked = Self(rawValue: "social_unlinked")
  /// A user deleted their account.
  static let accountDeleted = Self(rawValue: "account_deleted")
  /// A user has a new password; their sessions ended.
  static let passwordChanged = Self(rawValue: "password_changed")
}
