// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import Coatcheck
public import CoatcheckOAuth
import Foundation
public import HTTPTypes

/// What Weibo does besides answering.
extension StandIn where Service == WeiboService {
  /// What Weibo's own app hands to the app that asked it: a token and the uid.
  ///
  /// - Parameters:
  ///   - user: Who allowed it.
  ///   - key: The key of the app that asked; ours unless given.
  ///   - scopes: What was allowed.
  public func token(
    for user: StandInUser, app key: String? = nil, scopes: [String] = []
  ) -> (accessToken: String, uid: String) {
    let app = service.app(key ?? service.appKey) ?? service.apps[0]
    let grant = StandInTokens.Grant(user: user, clientID: app.key, scopes: scopes)
    return (service.issue(grant, to: app, now: clock.now), service.uid(of: user))
  }

  /// A code, as the authorize page sends it to a redirect URI of our app.
  public func code(for user: StandInUser, redirectURI: String) -> String {
    service.tokens.code(
      for: StandInTokens.Grant(
        user: user, clientID: service.appKey, redirectURI: redirectURI),
      until: clock.now + 600)
  }

  /// Makes the next answers of `get_token_info` empty.
  public func replyEmpty(times: Int) { service.memory.emptyReplies(times) }

  /// A user takes the permission back on Weibo's pages: their tokens for the app are revoked.
  public func withdraw(_ user: StandInUser, app key: String? = nil) {
    service.withdraw(user, from: key ?? service.appKey)
  }

  /// Tells an app that a user took the permission back: a GET of the address it registered, with the
  /// app key, the uid and the time, and nothing that authenticates the sender.
  ///
  /// - Parameters:
  ///   - callback: The app's address for such notices: `https://tenant.example/CancelRedirectUri`.
  ///   - user: Who took it back.
  /// - Returns: The status of the answer.
  public func notifyCancel(
    at callback: String, of user: StandInUser
  ) async throws(OAuthError) -> HTTPResponse.Status {
    let query: Parameters = [
      "source": service.appKey, "uid": service.uid(of: user),
      "auth_end": String(Int(clock.now.timeIntervalSince1970)),
    ]
    let endpoint = try Endpoint(callback + "?" + query.encoded)
    let request = HTTPRequest(
      method: .get, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    return try await Transports.system.send(request, body: Data(), limit: .standard).head.status
  }
}
