// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckOAuth
import HTTPTypes
import Logging

/// `POST /auth/back-channel/NAME`: receives a provider's logout token, and ends the sessions that it names.
///
/// When the response is 200, they have ended on all servers of the site, and a pending sign-in cannot open
/// them.
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
    // The guard of this receiver is new with each request, and refuses no token: `claim` does.
    let receiver = BackChannelLogoutReceiver(context) { token in
      try await end(token, leeway: context.runtime.clockTolerance)
      try await claim(token, leeway: context.runtime.clockTolerance)
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
      // The login session at the provider has ended: every session of this site that came from it ends,
      // whenever it began.
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

  /// Claims a token, so that it is accepted once on all servers of the site.
  ///
  /// Its sessions have ended by then: if the server or the store fails between the two, the token is
  /// accepted when the provider sends it again. A copy that is refused has ended the same sessions again:
  /// those of its `sid`, or those of its `sub` that began before its `iat`, but for the tolerance.
  private func claim(_ token: LogoutToken, leeway: TimeInterval) async throws(OAuthError) {
    let id = Fingerprint.hex(of: Array("\(provider.name) \(token.issuer) \(token.id)".utf8))
    guard
      try await site.store.claim(
        "logout:" + id, until: token.expiresAt.addingTimeInterval(leeway),
        at: site.environment.now())
    else {
      throw .refused(.invalidRequest, "The token was received before.", parameter: "jti")
    }
  }

  /// Drops ended sessions from memory. §2.7 keeps refresh tokens with "offline_access", so none is revoked
  /// here.
  private func forget(_ ended: [WebSessionRecord]) {
    for record in ended { site.live.drop(record.key) }
  }
}
