// SPDX-License-Identifier: Apache-2.0
public import CoatcheckTesting
import Coatcheck
public import CoatcheckOAuth
import Foundation
public import HTTPTypes

/// What Weibo and its app do on their own, without a request from the client.
extension StandIn where Service == WeiboService {
  /// Issues what Weibo's own app returns to an app: an access token and the identifier of the user.
  ///
  /// - Parameters:
  ///   - user: The user who approved the request.
  ///   - key: The AppKey of the app; nil for the service's own app.
  ///   - scopes: The approved scopes.
  public func token(
    for user: StandInUser, app key: String? = nil, scopes: [String] = []
  ) -> (accessToken: String, uid: String) {
    let app = service.app(key ?? service.appKey) ?? service.apps[0]
    let grant = StandInTokens.Grant(user: user, clientID: app.key, scopes: scopes)
    return (service.issue(grant, to: app, now: clock.now), service.uid(of: user))
  }

  /// Issues an authorization code for the service's own app, as the authorization endpoint does. It is
  /// valid for ten minutes.
  ///
  /// - Parameters:
  ///   - user: The user who approved the request.
  ///   - redirectURI: The redirect URI of the authorization request, which the token request must repeat.
  public func code(for user: StandInUser, redirectURI: String) -> String {
    service.tokens.code(
      for: StandInTokens.Grant(
        user: user, clientID: service.appKey, redirectURI: redirectURI),
      until: clock.now + 600)
  }

  /// Makes the next responses of `get_token_info` empty.
  ///
  /// - Parameter times: The number of responses that are empty.
  public func replyEmpty(times: Int) { service.memory.emptyReplies(times) }

  /// Revokes a user's permission for an app, as the user can on Weibo's pages: the tokens for the app are
  /// revoked.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - key: The AppKey of the app; nil for the service's own app.
  public func withdraw(_ user: StandInUser, app key: String? = nil) {
    service.withdraw(user, from: key ?? service.appKey)
  }

  /// Notifies an app that a user revoked the permission: a `GET` of the registered URL with the AppKey,
  /// the user identifier and the time, without authentication of the sender.
  ///
  /// - Parameters:
  ///   - callback: The absolute URL of the app for such notices:
  ///     `https://tenant.example/CancelRedirectUri`.
  ///   - user: The user who revoked the permission.
  /// - Returns: The status of the response.
  /// - Throws: `misused` when the URL cannot be used; `unreachable` when there was no response.
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
