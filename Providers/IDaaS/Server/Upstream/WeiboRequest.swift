// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckWeibo
import Foundation
import HTTPTypes

/// The common parts of all requests to Weibo.
enum WeiboRequest {
  /// The maximum size of a response, in bytes.
  static let maximumReply = 64 << 10
  /// The maximum length of a token, in bytes.
  static let maximumToken = 1024

  /// The head of a request to the source's host, and to no other.
  static func head(
    _ method: HTTPRequest.Method, _ path: String, at source: WeiboSource
  ) throws(OAuthError) -> HTTPRequest {
    let endpoint = try Endpoint(source.base + path)
    var head = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    head.headerFields[.accept] = "application/json"
    return head
  }

  static func post(
    _ path: String, _ form: Parameters, at source: WeiboSource
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var head = try head(.post, path, at: source)
    head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    return (head, Data(form.encoded.utf8))
  }

  /// The JSON object of a response. JSONP and other formats are refused.
  static func object(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> JSONObject {
    try JSONReply(source: "Weibo", errors: .weibo)
      .object(head: head, body: body, receivedAt: receivedAt)
  }

  static func unusable(_ member: String) -> OAuthError {
    .unreadable(.replyMalformed, "Weibo's response cannot be used.", parameter: member, status: 200)
  }
}
