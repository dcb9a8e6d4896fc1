// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// The requests to Weibo for one sign-in, all within one deadline.
///
/// The token lives as long as this value: it is never stored.
struct WeiboLookup: Sendable {
  private let server: IDaaSServer
  private let source: WeiboSource
  private let begun: Duration

  init(_ server: IDaaSServer, _ source: WeiboSource) {
    self.server = server
    self.source = source
    begun = server.environment.uptime()
  }

  /// The user of a code that Weibo sent to a redirect URI.
  func user(by code: Secret, sentTo redirectURI: String) async throws -> UpstreamUser {
    let reply: WeiboCodeExchange.Reply
    do throws(OAuthError) {
      reply = try await ask(
        WeiboCodeExchange(source: source, code: code, redirectURI: redirectURI))
    } catch {
      // A code can be used once, and it is unknown whether Weibo has used it, so it is not sent again.
      throw WeiboRefusals.refusal(error)
    }
    return try await user(behind: reply.accessToken, claimed: reply.uid)
  }

  /// The user of a token, as Weibo reports it.
  ///
  /// The token has to be of this app. The uid that the client sent is only compared.
  func user(behind token: Secret, claimed uid: String) async throws -> UpstreamUser {
    guard token.reveal().isVisibleASCII, token.reveal().utf8.count <= WeiboRequest.maximumToken
    else { throw WeiboRefusals.invalid }
    let answer = try await information(about: token)
    if let seconds = answer.expiresIn, seconds <= 0 { throw WeiboRefusals.invalid }
    guard answer.appKey.isExactly(source.appKey), answer.uid.isExactly(uid) else {
      throw WeiboRefusals.mismatch
    }
    let identity = SocialIdentity(
      provider: "weibo", app: source.appKey, subject: answer.uid)
    var user = UpstreamUser(identity: identity)
    // The login uses this result, so that the link is read once.
    // The profile is requested for unknown users only: a linked user is not shown a name.
    user.linked = try await server.linkedUser(identity, at: server.environment.now())
    if user.linked == nil {
      let profile = try? await ask(
        WeiboProfileExchange(source: source, accessToken: token, uid: answer.uid))
      user.nickname = profile?.nickname
      user.avatar = profile?.avatar
    }
    return user
  }

  /// Repeats the request once when the response is empty, as Weibo's sometimes is.
  private func information(about token: Secret) async throws -> WeiboTokenInformation.Reply {
    let question = WeiboTokenInformation(source: source, accessToken: token)
    do throws(OAuthError) {
      return try await ask(question)
    } catch {
      guard error.outcome == .unreachable || error.outcome == .unreadable, !Task.isCancelled else {
        throw WeiboRefusals.refusal(error)
      }
    }
    do throws(OAuthError) {
      return try await ask(question)
    } catch {
      throw WeiboRefusals.refusal(error)
    }
  }

  private func ask<E: Exchange>(_ question: E) async throws(OAuthError) -> E.Reply {
    let left = server.settings.upstreamDeadline - (server.environment.uptime() - begun)
    guard left > .zero else {
      throw .unreachable(.timedOut, "Weibo took too long.")
    }
    return try await server.transport.perform(
      question, limit: ResponseLimit(bytes: WeiboRequest.maximumReply, deadline: left),
      environment: server.environment)
  }
}
