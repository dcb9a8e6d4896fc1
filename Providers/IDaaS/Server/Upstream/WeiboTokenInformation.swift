// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Requests the user and the app of a token: `POST /oauth2/get_token_info`.
struct WeiboTokenInformation: Exchange {
  struct Reply: Sendable {
    /// The uid of the user.
    let uid: String
    /// The app key of the app that the token was issued to.
    let appKey: String
    /// The remaining lifetime in seconds; nil when the response does not contain it.
    let expiresIn: Int?
  }

  let source: WeiboSource
  let accessToken: Secret

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try WeiboRequest.post(
      "/oauth2/get_token_info", ["access_token": accessToken.reveal()], at: source)
  }

  func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Reply {
    let json = try WeiboRequest.object(head: head, body: body, receivedAt: receivedAt)
    let key = json["appkey"].flatMap { $0.stringValue ?? WeiboUID.digits($0) }
    guard let key, !key.isEmpty else { throw WeiboRequest.unusable("appkey") }
    // `expire_in`, without the s of the specification's word.
    let seconds = json["expire_in"].flatMap { value in
      value.intValue ?? value.stringValue.flatMap { Int($0) }
    }
    return Reply(uid: try WeiboUID.required(in: json), appKey: key, expiresIn: seconds)
  }
}
