// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// The notification in the mode `ping`: the user has decided about a backchannel authentication request,
/// and the client can request the tokens.
///
/// The authorization server sends it to the client's own server.
/// [OpenID Connect CIBA Core 1.0
/// §10.2](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html#ping_callback).
public struct BackchannelNotification: Sendable {
  /// The `auth_req_id` of the request that is complete.
  public let authReqID: Secret

  /// Creates a notification, as the authorization server does.
  public init(authReqID: Secret) {
    self.authReqID = authReqID
  }

  /// Reads a notification and verifies its bearer token.
  ///
  /// "The Client MUST verify the client_notification_token": a notification without the token of the
  /// request that it names has no effect.
  ///
  /// - Parameters:
  ///   - head: The head of the HTTP request.
  ///   - body: Its body: JSON of at most 8192 bytes.
  ///   - token: Returns the notification token of the request with the given `auth_req_id`; nil when the id
  ///     is unknown.
  /// - Throws: `refused` with the status to return: ``OAuthError/Code/invalidRequest`` for another method
  ///   than `POST` (405) or a notification that cannot be read (400),
  ///   ``OAuthError/Code/credentialsMissing`` (401) without a bearer token,
  ///   ``OAuthError/Code/invalidToken`` (401) when the token is wrong or the id is unknown, which cannot be
  ///   told apart.
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

  /// The HTTP request to the client: a `POST` with the `auth_req_id` as JSON.
  ///
  /// - Parameters:
  ///   - endpoint: The `backchannel_client_notification_endpoint` that the client registered.
  ///   - token: The notification token that the client sent with its request.
  /// - Throws: `misused` when the token is too long or contains other characters than visible ASCII.
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

  /// The successful response: "The Client […] SHOULD respond with an HTTP 204 No Content".
  public static func response() -> (head: HTTPResponse, body: Data) {
    ServedResponse.empty(status: .noContent)
  }
}
