// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Asks the issuer whose a token is, where nobody has said so before.
///
/// An answer of ``UserInfoExchange`` has to be about a person who is known already; this one is how a
/// token from elsewhere comes to its person. That the issuer accepts the token is all it proves: a
/// token that was made for another client is accepted as well.
///
/// Specification: [OIDC Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo).
struct TokenOwnerExchange: Exchange {
  let endpoint: Endpoint
  let accessToken: Secret

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try UserInfoExchange(endpoint: endpoint, accessToken: accessToken, subject: "").request()
  }

  func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> UserInfo {
    // "The sub (subject) Claim MUST always be returned in the UserInfo Response."
    let subject = (try? JSONObject(parsing: Array(body)))?["sub"]?.stringValue ?? ""
    let info = try UserInfoExchange(
      endpoint: endpoint, accessToken: accessToken, subject: subject
    ).reply(head: head, body: body, receivedAt: receivedAt)
    guard !info.subject.isEmpty else {
      throw .unreadable(
        .replyMalformed, "The userinfo endpoint does not say whose the token is.", parameter: "sub",
        status: head.status.code)
    }
    return info
  }
}
