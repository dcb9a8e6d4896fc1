// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckClient
import CoatcheckIDaaSProtocol
import CoatcheckOAuth

/// What is asked at Weibo for one sign-in: all of it within one deadline.
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

  /// Whose a code is, that Weibo sent to a redirect URI.
  func user(by code: Secret, sentTo redirectURI: String) async throws -> UpstreamUser {
    let reply: WeiboCodeExchange.Reply
    do throws(OAuthError) {
      reply = try await ask(
        WeiboCodeExchange(source: source, code: code, redirectURI: redirectURI))
    } catch {
      // A code can be used once: it is unknown whether Weibo took it, so it is not sent again.
      throw WeiboRefusals.refusal(error)
    }
    return try await user(behind: reply.accessToken, claimed: reply.uid)
  }

  /// Whose a token is, by Weibo's own word.
  ///
  /// It has to be a token of this app, and the claimed uid counts for nothing but a comparison.
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
    // What was read here is used by the login: a link is not looked for twice.
    // A linked user does not wait for a name: only unknown users are shown one.
    user.linked = try await server.linkedUser(identity, at: server.environment.now())
    if user.linked == nil {
      let profile = try? await ask(
        WeiboProfileExchange(source: source, accessToken: token, uid: answer.uid))
      user.nickname = profile?.nickname
      user.avatar = profile?.avatar
    }
    return user
  }

  /// Asks twice when the first response is empty: Weibo's is empty now and then.
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
