// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes
import CoatcheckFoundation

/// One call of Kii's REST interface: request and response are JSON objects. Kii defines the media types.
struct KiiCall: Exchange {
  let method: HTTPRequest.Method
  let endpoint: Endpoint
  let fields: [String: String]
  /// The body and its media type; nil without a body.
  let content: (json: JSONObject, type: String)?
  /// The access token of a call on behalf of a user; nil for a call of the app, and if a session adds the
  /// token.
  let token: Secret?
  /// Whether it is a call on behalf of a user.
  var isPersonal: Bool

  struct Reply: Sendable {
    /// The JSON object of the response; empty without a body.
    let json: JSONObject
    let receivedAt: Date
  }

  /// - Parameter type: The part of the media type between `application/vnd.kii.` and `+json`.
  init(
    _ method: HTTPRequest.Method, _ path: String, of app: KiiApp, body: JSONObject? = nil,
    type: String? = nil, token: Secret? = nil
  ) throws(OAuthError) {
    self.method = method
    endpoint = try app.endpoint(path)
    fields = app.dialect.fields
    let mediaType = type.map { "application/vnd.kii.\($0)+json" } ?? "application/json"
    content = body.map { ($0, mediaType) }
    self.token = token
    isPersonal = token != nil
  }

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var head = HTTPRequest(
      method: method, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path)
    head.headerFields = try HTTPFields(named: fields)
    head.headerFields[.accept] = head.headerFields[.accept] ?? "application/json"
    if let token { head.headerFields[.authorization] = try BearerToken.field(token) }
    guard let content else { return (head, Data()) }
    head.headerFields[.contentType] = content.type
    return (head, Data(content.json.serialized()))
  }

  func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Reply {
    let source = "Kii Cloud"
    guard (200..<300).contains(head.status.code) else {
      do {
        _ = try JSONReply(source: source, errors: .kii)
          .object(head: head, body: body, receivedAt: receivedAt)
      } catch {
        throw isPersonal ? error.aboutToken : error
      }
      throw .unreadable(
        .replyMalformed, "\(source) answered with an unexpected status: \(head.status.code).")
    }
    if body.isEmpty, head.status == .noContent { return Reply(json: [:], receivedAt: receivedAt) }
    guard body.count <= JSONLimits.standard.bytes,
      let json = try? JSONObject(parsing: [UInt8](body))
    else {
      throw .unreadable(
        .replyMalformed, "\(source) answered with something else than a JSON object.",
        status: head.status.code)
    }
    return Reply(json: json, receivedAt: receivedAt)
  }
}

extension OAuthError {
  /// The error of a call on behalf of a user, in which `UNAUTHORIZED` means that the access token is
  /// invalid.
  fileprivate var aboutToken: OAuthError {
    guard providerCode == "UNAUTHORIZED" else { return self }
    return OAuthError(
      outcome: outcome, code: .invalidToken, reason: reason, status: status,
      peer: .init(description: peerDescription, code: providerCode))
  }
}

/// An exchange that also sends the access token of a signed-in user.
struct KiiBearing<Base: Exchange>: Exchange {
  let base: Base
  let token: Secret

  func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var (head, body) = try base.request()
    head.headerFields[.authorization] = try BearerToken.field(token)
    return (head, body)
  }

  func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> Base.Reply {
    try base.reply(head: head, body: body, receivedAt: receivedAt)
  }
}
