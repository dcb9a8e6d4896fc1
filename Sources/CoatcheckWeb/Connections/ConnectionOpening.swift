// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes

/// Stores the tokens of an account that the user has connected. If the connection is refused at this step,
/// the tokens are revoked.
struct ConnectionOpening: Sendable {
  let site: SignInSite
  let connection: WebConnection
  let flow: WebFlow

  func answer(
    to reply: AuthorizationReply, of waiting: WaitingSignIn, removing flowCookie: String,
    _ request: WebRequest
  ) async throws(OAuthError) -> WebAnswer {
    let user = try await user(request)
    let connected = try await waiting.redeem(reply, storedAs: user.id).session
    do throws(OAuthError) {
      // The user may have signed out meanwhile.
      try await connection.keep(connected, of: self.user(request))
    } catch {
      await connected.revoke(by: connection.client.context.runtime)
      throw error
    }
    return .redirect(to: flow.returnPath, setting: [flowCookie])
  }

  /// The signed-in user, who must be the one that began the connection.
  ///
  /// - Throws: `refused` when another user is signed in by now, or no user.
  private func user(_ request: WebRequest) async throws(OAuthError) -> WebUser {
    guard case .connect(let id) = flow.purpose else {
      throw .unreadable(.stateMismatch, "The callback is not that of a connection.")
    }
    let session = try await site.session(of: request.head).session?.session
    guard let user = session?.user, user.id.isExactly(id) else {
      throw .refused(
        .subjectMismatch, "Another user is signed in than the one who was asked.", status: 403)
    }
    return user
  }
}
