// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// Requests the profile of a user: `GET /2/users/show.json`.
///
/// Its texts are untrusted: they do not identify a user, and are shown cut and escaped.
struct WeiboProfileExchange: Exchange {
  struct Reply: Sendable {
    /// The displayed name of the user.
    var nickname: String?
    /// The address of the user's picture.
    var avatar: String?
  }

  let source: WeiboSource
  let accessToken: Secret
  let uid: String

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let query: Parameters = ["uid": uid]
    var head = try WeiboRequest.head(.get, "/2/users/show.json?" + query.encoded, at: source)
    // The token is in a header field, not in the address. The scheme is OAuth2, not Bearer.
    head.headerFields[.authorization] = "OAuth2 " + accessToken.reveal()
    return (head, Data())
  }

  func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Reply {
    let json = try WeiboRequest.object(head: head, body: body, receivedAt: receivedAt)
    let id = json["idstr"]?.stringValue ?? json["id"].flatMap(WeiboUID.digits)
    guard let id, id.isExactly(uid) else { throw WeiboRequest.unusable("id") }
    let name = json["screen_name"]?.stringValue.map(DisplayText.line)
    let avatar = json["avatar_large"]?.stringValue
    return Reply(
      nickname: name.flatMap { $0.isEmpty ? nil : $0 },
      avatar: avatar.flatMap { AvatarAddress.isShown($0) ? $0 : nil })
  }
}
