// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Notifies a client that a session has ended: the authorization server sends a logout token, and the
/// client is the server of the request.
///
/// [OpenID Connect Back-Channel Logout 1.0 §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest).
public struct BackChannelLogoutExchange: ServedExchange {
  /// The client's confirmation that it ended the sessions.
  public struct Ended: Sendable, Hashable {
    /// Creates the confirmation.
    public init() {}
  }

  /// A logout request as the client reads it.
  public struct Received: Sendable {
    /// The logout token, not verified yet.
    public let token: Secret
  }

  private let token: Secret
  private let endpoint: Endpoint

  /// Creates the exchange for one client.
  ///
  /// - Parameters:
  ///   - token: The signed logout token: ``LogoutToken/claims(for:)`` in a JWT of the type
  ///     ``LogoutToken/type``.
  ///   - endpoint: The `backchannel_logout_uri` that the client registered.
  public init(token: Secret, endpoint: Endpoint) {
    self.token = token
    self.endpoint = endpoint
  }

  /// The HTTP request to the client: a `POST` with the logout token as a form.
  ///
  /// - Throws: `misused` naming `logout_token` when the token is empty or contains other characters than
  ///   visible ASCII.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard token.reveal().isVisibleASCII else {
      throw .misused("logout_token", "The token is empty or holds forbidden characters.")
    }
    let form: Parameters = ["logout_token": token.reveal()]
    return (
      HTTPRequest(
        method: .post, scheme: endpoint.scheme, authority: endpoint.authority, path: endpoint.path,
        headerFields: [.contentType: MediaType.form]),
      Data(form.encoded.utf8)
    )
  }

  /// Reads the client's response: success is the status 200 or 204.
  ///
  /// - Throws: `refused` when the client returned an error: the token is invalid, or the session was not
  ///   ended; `unreadable` for any other status and for a redirect; `unreachable` for 429 and 5xx.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Ended {
    // "some Web frameworks will substitute an HTTP 204 No Content response for an HTTP 200 OK when the
    // HTTP body is empty. Therefore, OPs should be prepared to also process an HTTP 204".
    if head.status.code == 200 || head.status.code == 204 { return Ended() }
    _ = try JSONReply(source: "The client").object(head: head, body: body, receivedAt: receivedAt)
    throw .unreadable(
      .replyMalformed, "The client answered with an unexpected status: \(head.status.code).",
      status: head.status.code)
  }

  /// Reads a logout request. The token has to be verified and checked with ``LogoutTokenRules`` next.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``, for another method than `POST` (405), a form
  ///   that cannot be read or is too long (413), or a missing `logout_token`.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    // The client's logout URI may have a query: the specification says "It MUST NOT include a fragment
    // component" and nothing about a query.
    var head = head
    head.path = head.path.map { String($0.prefix { $0 != "?" }) }
    let form = try FormRequest.parameters(head: head, body: body)
    guard let token = form["logout_token"] else {
      throw .refused(.invalidRequest, "The token is missing.", parameter: "logout_token")
    }
    return Received(token: Secret(token))
  }

  /// The successful response: `200 OK` with an empty body, which is not cached. "The RP's response SHOULD
  /// include the Cache-Control HTTP response header field with a no-store value".
  public static func response(_ reply: Ended) -> (head: HTTPResponse, body: Data) {
    ServedResponse.empty(status: .ok)
  }

  /// The error response as JSON: "If the logout request was invalid or the logout failed, the RP MUST
  /// respond with HTTP 400 Bad Request." The status is 405 for another method than `POST`, and 413 for a
  /// request that is too long.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    var answer = ServedResponse.refusal(refusal, allowed: "POST")
    if ![405, 413, 415].contains(answer.head.status.code) { answer.head.status = .badRequest }
    return answer
  }
}
