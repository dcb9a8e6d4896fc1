// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes

/// What a user who is signed in can do to their own account at Kii.
///
/// ```swift
/// let user = try await KiiAccount(session).user()
/// try await KiiAccount(session).link(.facebook(token))
/// ```
///
/// Each call refreshes the session's tokens first, where that is needed.
public struct KiiAccount: Sendable {
  /// Whose account it is.
  public let session: Session

  /// The account of a session.
  public init(_ session: Session) {
    self.session = session
  }

  /// The user as Kii knows them now.
  public func user() async throws(OAuthError) -> KiiUser {
    try await KiiUser(json: call(.get, "/users/me"))
  }

  /// Makes a user with a password of a pseudo user. The session continues.
  ///
  /// - Parameters:
  ///   - registration: Who it is, with at least one thing to sign in with.
  ///   - password: 4 to 50 printable ASCII characters.
  /// - Throws: `misused` naming what Kii would refuse, before anything is sent.
  public func identify(
    _ registration: KiiRegistration, password: Secret
  ) async throws(OAuthError) {
    let json = try registration.json(password: password)
    _ = try await call(.post, "/users/me", json, "UserUpdateRequest")
  }

  /// Changes the password. All of the user's tokens are invalid then, this session's among them: sign in again.
  ///
  /// - Throws: `misused` when Kii does not accept the new one; `invalidGrant` when the old one is wrong.
  public func changePassword(from old: Secret, to new: Secret) async throws(OAuthError) {
    try KiiRules.checkPassword(new, named: "newPassword")
    let json: JSONObject = [
      "oldPassword": .string(old.reveal()), "newPassword": .string(new.reveal()),
    ]
    _ = try await call(.put, "/users/me/password", json, "ChangePasswordRequest")
  }

  /// Lets the user sign in with another provider's account as well.
  ///
  /// - Throws: An error whose ``KiiErrorCode`` is 318 when that account is linked already.
  public func link(_ token: KiiProviderToken) async throws(OAuthError) {
    _ = try await call(
      .post, "/users/me/\(token.provider.rawValue)/link", token.json,
      "Link\(token.provider.word)Request")
  }

  /// Ends that.
  ///
  /// - Throws: An error whose ``KiiErrorCode`` is 319 when no such account is linked.
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
