// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaSProtocol
import CoatcheckJOSE
public import CoatcheckOAuth

/// Calls for a signed-in user: profile, linked accounts, password, deletion.
extension IDaaS {
  /// Returns the profile of the user as the service has it now.
  ///
  /// - Throws: The errors of ``perform(_:)``, and those of `Session.accessToken()`.
  public func userInfo(_ session: Session) async throws(OAuthError) -> IDaaSUser {
    IDaaSUser(
      claims: try await asUser(session) { token in UserInfoCall(idToken: token) })
  }

  /// Returns the social accounts that are linked to the user.
  ///
  /// - Throws: The errors of ``perform(_:)``, and those of `Session.accessToken()`.
  public func socialAccounts(
    of session: Session
  ) async throws(OAuthError) -> [SocialAccount] {
    try await asUser(session) { token in SocialAccountsCall(idToken: token) }
  }

  /// Unlinks a social account. The service requires a recent sign-in or a code, and never removes the last
  /// way to sign in.
  ///
  /// - Parameters:
  ///   - id: The identifier of the link: `SocialAccount.id`.
  ///   - session: The session of the user.
  ///   - code: A code that was sent for `MessageType.unbindSocial`; nil right after a sign-in.
  /// - Throws: `refused` with `SOCIAL.1001` in `providerCode` when the user has to sign in again or enter
  ///   a code, or has no other way to sign in; otherwise the errors of ``perform(_:)`` and of
  ///   `Session.accessToken()`.
  public func unlink(
    _ id: String, of session: Session, code: Secret? = nil
  ) async throws(OAuthError) {
    _ = try await asUser(session) { token in
      UnbindAccount(idToken: token, id: id, code: code)
    }
  }

  /// Deletes the user's account at the service, and removes the session from the store.
  ///
  /// - Parameters:
  ///   - session: The session of the user. It is removed once the account is deleted.
  ///   - code: A code that was sent for `MessageType.deleteAccount`.
  /// - Throws: The errors of ``perform(_:)`` and of `Session.accessToken()`. The session stays then.
  public func deleteAccount(of session: Session, code: Secret) async throws(OAuthError) {
    _ = try await asUser(session) { token in DeleteAccount(idToken: token, code: code) }
    await session.signOut(.localOnly)
  }

  /// Requests a code for an action of a signed-in user, such as unlinking or deleting the account.
  ///
  /// - Parameters:
  ///   - contact: The phone number or e-mail address that the code is sent to.
  ///   - purpose: What the code is for.
  ///   - proof: The proof of a captcha for the same contact and purpose.
  ///   - session: The session of the user.
  /// - Returns: When the next code can be requested, and how long this one is valid.
  /// - Throws: The errors of ``perform(_:)``, with `retryAfter` when codes were requested too often, and
  ///   those of `Session.accessToken()`.
  @discardableResult
  public func sendCode(
    to contact: ContactField, purpose: MessageType, proof: CaptchaProof, for session: Session
  ) async throws(OAuthError) -> MessageSent {
    let idToken = try await session.accessToken()
    return try await sendCode(to: contact, purpose: purpose, proof: proof, idToken: idToken)
  }

  /// Sets a new password, with a code that was sent to the user's phone.
  ///
  /// - Parameters:
  ///   - password: The new password.
  ///   - mobile: The user's phone number: `+86-13800000000` or `13800000000`.
  ///   - code: A code that was sent for `MessageType.forgottenPassword` or `MessageType.updatePassword`.
  /// - Throws: `refused` with a code of passwords (`PWD.…`) in `providerCode` when the new password is not
  ///   accepted; otherwise as ``perform(_:)``.
  public func setPassword(
    _ password: Secret, mobile: String, code: Secret
  ) async throws(OAuthError) {
    _ = try await perform(UpdatePassword(mobile: mobile, code: code, password: password))
  }

  /// Changes the user's phone number, with a code that was sent to the new one for
  /// `MessageType.updateMobile`.
  ///
  /// The earlier numbers receive a notice and no longer belong to the user.
  ///
  /// - Parameters:
  ///   - mobile: The new number: `+86-13800000000` or `13800000000`.
  ///   - session: The user's session. The service requires a sign-in within the last ten minutes.
  ///   - code: The code that was sent to the new number.
  /// - Throws: `refused` with `COMMON.1005` naming `id_token` when the user has to sign in again, with
  ///   `SMS.1005` for a wrong code, and with `SOCIAL.1002` when another user has the number; otherwise as
  ///   ``perform(_:)``.
  public func changeMobile(
    to mobile: String, of session: Session, code: Secret
  ) async throws(OAuthError) {
    _ = try await asUser(session) { token in
      UpdateMobile(idToken: token, mobile: mobile, code: code)
    }
  }

  /// Makes a call with the ID token of a session. When the service reports that the token has expired,
  /// refreshes the session and repeats the call once.
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
  /// Whether the service refuses the ID token as expired or invalid: by status 401, by the detail
  /// `session_expired`, or by the code `PARAM.0016` of newer servers.
  fileprivate var saysTokenIsOver: Bool {
    outcome == .refused
      && (status == 401 || refusalDetail == .sessionExpired
        || providerCode?.hasSuffix("PARAM.0016") == true)
  }
}
