// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckOAuth

extension IDaaSServer {
  /// Opens a session: a session token, and an ID token.
  ///
  /// - Parameters:
  ///   - methods: how the person proved who they are: `weibo`, `sms`, `pwd`.
  ///   - link: the link that was signed in with; nil for other ways in.
  ///   - created: whether the user was made by this login.
  func openSession(
    for user: User, by methods: [String], link: SocialLink?, created: Bool = false,
    _ context: CallContext
  ) async throws -> LoginTokens {
    throw Refusal(.busy)
  }
}
