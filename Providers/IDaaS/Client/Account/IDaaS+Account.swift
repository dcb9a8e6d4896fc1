// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth

/// Calls for a signed-in user: profile, linked accounts, password, deletion.
extension IDaaS {
  /// What the service knows about the user now.
  public func userInfo(_ session: Session) async throws(OAuthError) -> IDaaSUser {
    IDaaSUser(
      claims: try await asUser(session) { token in UserInfoCall(idToken: token) })
  }

  /// The social accounts that are linked with the user.
  public func socialAccounts(
    of session: Session
  ) async throws(OAuthError) -> [SocialAccount] {
    try await asUser(session) { token in SocialAccountsCall(idToken: token) }
  }

  /// Unlinks a social account. The service requires a recent sign-in or a code, and never takes the last way
  /// in.
  ///
  /// - Parameters:
  ///   - id: The link: `SocialAccount.id`.
  ///   - session: The session of the user.
  ///   - code: A code that was sent for `MessageType.unbindSocial`; nil right after signing in.
  public func unlink(
    _ id: String, of session: Session, code: Secret? = nil
  ) async throws(OAuthError) {
    _ = try await asUser(session) { token in
      UnbindAccount(idToken: token, id: id, code: code)
    }
  }

  /// Deletes the user's account at the service, and forgets the session here.
  ///
  /// - Parameters:
  ///   - session: The session of the user. It is forgotten here once the account is deleted.
  ///   - code: A code that was sent for `MessageType.deleteAccount`.
  public func deleteAccount(of session: Session, code: Secret) async throws(OAuthError) {
    _ = try await asUser(session) { token in DeleteAccount(idToken: token, code: code) }
    await session.signOut(.localOnly)
  }

  /// Has a code sent that a user who is signed in needs: to unlink, to delete the account.
  @discardableResult
  public func sendCode(
    to contact: ContactField, purpose: MessageType, proof: CaptchaProof, for session: Session
  ) async throws(OAuthError) -> MessageSent {
    let idToken = try await session.accessToken()
    return try await sendCode(to: contact, purpose: purpose, proof: proof, idToken: idToken)
  }

  /// Sets a password again, with a code that was sent to the user's phone.
  ///
  /// - Throws: `refused` with one of the codes of passwords in `providerCode`.
  public func setPassword(
    _ password: Secret, mobile: String, code: Secret
  ) async throws(OAuthError) {
    _ = try await perform(UpdatePassword(mobile: mobile, code: code, password: password))
  }

  /// Gives the user another phone number, with a code that was sent to the new one for `MessageType.updateMobile`. The numbers
  /// before get a notice and are not the user's any more.
  ///
  /// - Parameters:
  ///   - mobile: The new number.
  ///   - session: The user's session. The service requires a sign-in within the last ten minutes.
  ///   - code: The code.
  /// - Throws: `refused` with `COMMON.1005` naming `id_token` when the user has to sign in again, with `SMS.1005` for a wrong
  ///   code, and with `SOCIAL.1002` when the number is another user's.
  public func changeMobile(
    to mobile: String, of session: Session, code: Secret
  ) async throws(OAuthError) {
    _ = try await asUser(session) { token in
      UpdateMobile(idToken: token, mobile: mobile, code: code)
    }
  }

  /// Does a call with the ID token of a user who is signed in; once more with a fresh one, if the service says
  /// that the token has expired.
  private func asUser<Call: IDaaSCall>(
    _ session: Session, _ call: @Sendable (Secret) -> Call
  ) async throws(OAuthError) -> Call.Reply {
    let token = try await session.accessToken()
    do throws(OAuthError) {
      return try await perform(call(token))
    } catch  where error.saysTokenIsOver {
      try await session.refresh()
    }
    return try await perform(call(try await session.accessToken()))
  }
}

extension OAuthError {
  /// Whether the service says that the ID token is not good: 401, or the code that a generation of it has for that.
  fileprivate var saysTokenIsOver: Bool {
    outcome == .refused
      && (status == 401 || refusalDetail == .sessionExpired
        || providerCode?.hasSuffix("PARAM.0016") == true)
  }
}
