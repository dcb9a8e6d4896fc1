// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Redeems Weibo's code for an access token, with the app's secret: `POST /oauth2/access_token`.
struct WeiboCodeExchange: Exchange {
  struct Reply: Sendable {
    /// The access token. It is used for the requests of this sign-in and never stored.
    let accessToken: Secret
    /// The uid of its user.
    let uid: String
  }

  let source: WeiboSource
  let code: Secret
  /// The redirect URI that the code was sent to.
  let redirectURI: String

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try WeiboRequest.post(
      "/oauth2/access_token",
      [
        "client_id": source.appKey, "client_secret": source.appSecret.reveal(),
        "grant_type": "authorization_code", "code": code.reveal(), "redirect_uri": redirectURI,
      ], at: source)
  }

  func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Reply {
    let json = try WeiboRequest.object(head: head, body: body, receivedAt: receivedAt)
    guard let token = json["access_token"]?.stringValue, token.isVisibleASCII,
      token.utf8.count <= WeiboRequest.maximumToken
    else { throw WeiboRequest.unusable("access_token") }
    return Reply(accessToken: Secret(token), uid: try WeiboUID.required(in: json))
  }
}
