// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// `POST /auth/back-channel/NAME`: a provider's word that sessions are over.
///
/// They are over on all servers of the site when the answer is 200, also those that a sign-in on its way would open.
/// [OpenID Connect Back-Channel Logout 1.0](https://openid.net/specs/openid-connect-backchannel-1_0.html)
struct BackChannelEndpoint: Sendable {
  let site: SignInSite
  let provider: WebProvider

  func answer(_ request: WebRequest) async -> WebAnswer {
    let context: ClientContext
    do throws(OAuthError) {
      context = try await site.contexts.context(of: provider)
    } catch {
      return WebAnswer(status: .serviceUnavailable)
    }
    let receiver = BackChannelLogoutReceiver(
      context, seen: ClaimedTokens(site: site, provider: provider)
    ) { token in
      try await end(token, leeway: context.runtime.clockTolerance)
    }
    let (head, body) = await receiver.answer(head: request.head, body: request.body)
    var answer = WebAnswer(status: head.status)
    for field in head.headerFields where field.name != .cacheControl {
      answer.head.headerFields.append(field)
    }
    answer.body = body
    return answer
  }

  private func end(_ token: LogoutToken, leeway: TimeInterval) async throws(OAuthError) {
    let now = site.environment.now()
    let end = now.addingTimeInterval(WebFlow.memory)
    if let sid = token.sessionID {
      // The provider's session is over, so that no session of this site can be younger than its end.
      for group in site.groups(ofSession: sid, at: provider) {
        try await forget(site.store.end(group, startedBefore: .distantFuture, until: end, at: now))
      }
    } else if let subject = token.subject {
      // A sign-in that was begun after the logout stays. The clocks may differ, and iat has whole seconds.
      let time = min(now, token.issuedAt.addingTimeInterval(leeway + 1))
      for group in site.groups(ofUser: subject, at: provider) {
        try await forget(site.store.end(group, startedBefore: time, until: end, at: now))
      }
    }
  }

  /// §2.7 leaves refresh tokens with "offline_access" alone, so that none is revoked here.
  private func forget(_ ended: [WebSessionRecord]) {
    for record in ended { site.live.drop(record.key) }
  }
}

/// The logout tokens that were received on any server of the site.
private struct ClaimedTokens: TokenReplayGuard {
  let site: SignInSite
  let provider: WebProvider

  func isNew(_ id: String, until end: Date) async throws(OAuthError) -> Bool {
    try await site.store.claim(name(id), until: end, at: site.environment.now())
  }

  func forget(_ id: String) async { try? await site.store.release(name(id)) }

  private func name(_ id: String) -> String {
    "logout:" + Fingerprint.hex(of: Array("\(provider.name) \(id)".utf8))
  }
}
