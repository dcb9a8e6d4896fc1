// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// The issuer's word that a backchannel authentication request was answered: the mode `ping`.
///
/// It is received by the client's own server, and made by the issuer.
/// [OpenID Connect CIBA Core 1.0
/// §10.2](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#ping_callback).
public struct BackchannelNotification: Sendable {
  /// The id of the request that was answered.
  public let authReqID: Secret

  /// A notification to be sent.
  public init(authReqID: Secret) {
    self.authReqID = authReqID
  }

  /// Reads a notification.
  ///
  /// "The Client MUST verify the client_notification_token": a notification that does not bear the token of
  /// the request that it is about is unknown and has no effect.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - body: Its body.
  ///   - token: The notification token that goes with the id of a request; nil for an id that is not known.
  /// - Throws: `refused` with the status to answer: 405, 400, or 401 when the token is wrong or the id
  ///   unknown, which look the same.
  public init(
    head: HTTPRequest, body: Data, token: (_ authReqID: Secret) -> Secret?
  ) throws(OAuthError) {
    guard head.method == .post else {
      throw .refused(.invalidRequest, "This endpoint takes POST requests only.", status: 405)
    }
    let bearer = try BearerToken.from(head)
    guard body.count <= 8192, let json = try? JSONObject(parsing: [UInt8](body)),
      let id = json["auth_req_id"]?.stringValue, !id.isEmpty
    else {
      throw .refused(
        .invalidRequest, "The notification cannot be read.", parameter: "auth_req_id", status: 400)
    }
    guard token(Secret(id))?.matches(bearer) == true else {
      throw .refused(.invalidToken, "The notification is not of the issuer.", status: 401)
    }
    authReqID = Secret(id)
  }

  /// The notification as the issuer sends it.
  ///
  /// - Parameters:
  ///   - endpoint: The client's notification endpoint, as registered.
  ///   - token: The notification token of the request.
  /// - Throws: `misused` when the token cannot be sent.
  public func request(
    to endpoint: Endpoint, token: Secret
  ) throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var fields = HTTPFields()
    fields[.contentType] = MediaType.json
    fields[.authorization] = try BearerToken.field(token)
    let json: JSONObject = ["auth_req_id": .string(authReqID.reveal())]
    return (
      HTTPRequest(
        method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
        headerFields: fields), Data(json.serialized())
    )
  }

  /// "The Client […] SHOULD respond with an HTTP 204 No Content".
  public static func response() -> (head: HTTPResponse, body: Data) {
    ServedResponse.empty(status: .noContent)
  }
}
