// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Tells a client that a session is over. Here the issuer asks and the client is the server.
///
/// [OpenID Connect Back-Channel Logout 1.0 §2.5](https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest).
public struct BackChannelLogoutExchange: ServedExchange {
  /// The client ended what was to be ended.
  public struct Ended: Sendable, Hashable {
    /// Ended.
    public init() {}
  }

  /// A request as the client reads it.
  public struct Received: Sendable {
    /// The token that is not verified yet.
    public let token: Secret
  }

  private let token: Secret
  private let endpoint: Endpoint

  /// Tells a client.
  ///
  /// - Parameters:
  ///   - token: The signed ``LogoutToken``.
  ///   - endpoint: The client's `backchannel_logout_uri`.
  public init(token: Secret, endpoint: Endpoint) {
    self.token = token
    self.endpoint = endpoint
  }

  /// The request: a form with the token.
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

  /// Reads the answer.
  ///
  /// - Throws: `refused` when the client did not believe it or could not end the session.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Ended {
    // "some Web frameworks will substitute an HTTP 204 No Content response for an HTTP 200 OK when the
    // HTTP body is empty. Therefore, OPs should be prepared to also process an HTTP 204".
    if head.status.code == 200 || head.status.code == 204 { return Ended() }
    _ = try JSONReply(source: "The client").object(head: head, body: body, receivedAt: receivedAt)
    throw .unreadable(
      .replyMalformed, "The client answered with an unexpected status: \(head.status.code).",
      status: head.status.code)
  }

  /// Reads a request, before its token is verified.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    // The address may have a query of the client's own: "It MUST NOT include a fragment component", and
    // nothing else is said.
    var head = head
    head.path = head.path.map { String($0.prefix { $0 != "?" }) }
    let form = try FormRequest.parameters(head: head, body: body)
    guard let token = form["logout_token"] else {
      throw .refused(.invalidRequest, "The token is missing.", parameter: "logout_token")
    }
    return Received(token: Secret(token))
  }

  /// Yes, without a body. "The RP's response SHOULD include the Cache-Control HTTP response header field
  /// with a no-store value".
  public static func response(_ reply: Ended) -> (head: HTTPResponse, body: Data) {
    ServedResponse.empty(status: .ok)
  }

  /// The refusal as JSON: "If the logout request was invalid or the logout failed, the RP MUST respond
  /// with HTTP 400 Bad Request." A GET gets a 405, and what is too long a 413.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    var answer = ServedResponse.refusal(refusal, allowed: "POST")
    if ![405, 413, 415].contains(answer.head.status.code) { answer.head.status = .badRequest }
    return answer
  }
}
