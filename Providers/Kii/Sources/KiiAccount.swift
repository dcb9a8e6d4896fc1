// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes

/// The account of a signed-in user at Kii: reads the user, changes the password, and links accounts of
/// other providers.
///
/// ```swift
/// let user = try await KiiAccount(session).user()
/// try await KiiAccount(session).link(.facebook(token))
/// ```
///
/// Each call refreshes the session's tokens first, where that is needed. Besides the errors that are
/// named at each call, every call throws `sessionEnded` when the session has ended, `misused` naming
/// `provider` when the session is not one of a Kii app, `invalidToken` when Kii rejects the token, and
/// the errors of the network; nothing is changed then, unless the response was lost.
public struct KiiAccount: Sendable {
  /// The session of the user.
  public let session: Session

  /// Creates the account of the user of a session.
  public init(_ session: Session) {
    self.session = session
  }

  /// Requests the user's current data from Kii (`users/me`).
  ///
  /// - Throws: `replyMalformed` when the response cannot be read or does not name the user; else the
  ///   errors of every call: see ``KiiAccount``.
  public func user() async throws(OAuthError) -> KiiUser {
    try await KiiUser(json: call(.get, "/users/me"))
  }

  /// Turns a pseudo user into a user with a password. The session continues.
  ///
  /// - Parameters:
  ///   - registration: The user's data, with at least a login name, an e-mail address or a phone number.
  ///   - password: The password, 4 to 50 printable ASCII characters.
  /// - Throws: `misused` naming the value that Kii would refuse, before anything is sent; an error
  ///   response of Kii, for example when the user has a password already.
  public func identify(
    _ registration: KiiRegistration, password: Secret
  ) async throws(OAuthError) {
    let json = try registration.json(password: password)
    _ = try await call(.post, "/users/me", json, "UserUpdateRequest")
  }

  /// Changes the password. All of the user's tokens become invalid, also those of this session: the user
  /// signs in again.
  ///
  /// - Parameters:
  ///   - old: The current password.
  ///   - new: The new password, 4 to 50 printable ASCII characters.
  /// - Throws: `misused` naming `newPassword` when the new password has an invalid form, before anything
  ///   is sent; `invalidGrant` when the current password is wrong.
  public func changePassword(from old: Secret, to new: Secret) async throws(OAuthError) {
    try KiiRules.checkPassword(new, named: "newPassword")
    let json: JSONObject = [
      "oldPassword": .string(old.reveal()), "newPassword": .string(new.reveal()),
    ]
    _ = try await call(.put, "/users/me/password", json, "ChangePasswordRequest")
  }

  /// Links an account of another provider, so that the user can sign in with it as well.
  ///
  /// - Parameter token: A token of the other provider.
  /// - Throws: `misused` naming the part of the token that is empty, before anything is sent; an error
  ///   whose ``KiiErrorCode`` is 318 when that account is linked already.
  public func link(_ token: KiiProviderToken) async throws(OAuthError) {
    _ = try await call(
      .post, "/users/me/\(token.provider.rawValue)/link", token.json,
      "Link\(token.provider.word)Request")
  }

  /// Removes the link to an account of another provider.
  ///
  /// - Parameter provider: The other provider.
  /// - Throws: An error whose ``KiiErrorCode`` is 319 when no account of that provider is linked.
  public func unlink(_ provider: KiiLinkedProvider) async throws(OAuthError) {
    _ = try await call(.post, "/users/me/\(provider.rawValue)/unlink")
  }

  private func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject? = nil, _ type: String? = nil
  ) async throws(OAuthError) -> JSONObject {
    var call = try KiiCall(method, path, of: KiiApp(session), body: body, type: type)
    call.isPersonal = true
    let (head, content) = try call.request()
    let (answer, data) = try await session.data(for: head, body: content)
    return try call.reply(head: answer, body: data, receivedAt: session.environment.now()).json
  }
}
