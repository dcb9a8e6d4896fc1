// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// The exchange that revokes a token.
///
/// [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009).
public struct RevocationExchange: ServedExchange, AuthenticatedExchange {
  /// The `token_type_hint`: the type of the token, which helps the server to find it.
  public enum Hint: String, Sendable, Hashable {
    /// An access token.
    case accessToken = "access_token"
    /// A refresh token. Its access tokens may be revoked with it.
    case refreshToken = "refresh_token"
  }

  /// The reply: the token is revoked, or was not valid before. A server does not state which.
  public struct Revoked: Sendable, Hashable {
    /// Creates the reply.
    public init() {}
  }

  /// A revocation request as the server reads it. Only its form was checked.
  public struct Received: Sendable {
    /// The token to revoke.
    public let token: Secret
    /// The type of the token according to the client; nil when absent or unknown.
    public let hint: Hint?
    /// The client that the request names, and its credentials, which the server has to verify.
    public let client: PresentedClient
  }

  private let token: Secret
  private let hint: Hint?
  /// The client and its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint

  /// Creates the exchange for one token.
  ///
  /// - Parameters:
  ///   - token: The token to revoke.
  ///   - hint: The type of the token; nil sends no hint.
  ///   - client: The client that the token was issued to, with its credentials.
  ///   - endpoint: The revocation endpoint of the token's issuer.
  public init(token: Secret, hint: Hint?, client: ClientIdentity, endpoint: Endpoint) {
    self.token = token
    self.hint = hint
    self.client = client
    self.endpoint = endpoint
  }

  /// The HTTP request to the revocation endpoint: a `POST` with the token as a form.
  ///
  /// [RFC 7009 §2.1](https://www.rfc-editor.org/rfc/rfc7009#section-2.1).
  ///
  /// - Throws: `misused` naming `token`, `client_id` or `client_secret`, when it cannot be sent.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard token.reveal().isVSCHAR else {
      throw .misused("token", "The token is empty or holds forbidden characters.")
    }
    var form: Parameters = ["token": token.reveal()]
    form["token_type_hint"] = hint?.rawValue
    return try FormRequest.post(form, to: endpoint, as: client)
  }

  /// Reads the response: 200 or 204 means that the token is not valid any more. The body of such a response
  /// is ignored.
  ///
  /// [RFC 7009 §2.2](https://www.rfc-editor.org/rfc/rfc7009#section-2.2).
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: The wall-clock time at which the response arrived.
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``. In each case the token may still be valid: RFC
  ///   7009 §2.2.1 has the client "assume the token still exists" after a 503, for which the error is
  ///   `unreachable`.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Revoked
  {
    // "The content of the response body is ignored by the client."
    if head.status.code == 200 || head.status.code == 204 { return Revoked() }
    _ = try JSONReply(source: "The revocation endpoint")
      .object(head: head, body: body, receivedAt: receivedAt)
    throw .unreadable(
      .replyMalformed,
      "The revocation endpoint answered with an unexpected status: \(head.status.code).",
      status: head.status.code)
  }

  /// Reads a revocation request, as strictly as a ``TokenRequest``.
  ///
  /// - Parameters:
  ///   - head: The HTTP request.
  ///   - body: The form, at most 64 KiB.
  /// - Throws: `refused`: ``OAuthError/Code/invalidRequest``, also when the token is missing,
  ///   ``OAuthError/Code/invalidClient`` or ``OAuthError/Code/invalidClientAttestation``.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    let form = try FormRequest.parameters(head: head, body: body)
    let client = try PresentedClient(fields: head.headerFields, form: form)
    guard let token = form["token"] else {
      throw .refused(.invalidRequest, "The token is missing.", parameter: "token")
    }
    return Received(
      token: Secret(token), hint: form["token_type_hint"].flatMap(Hint.init), client: client)
  }

  /// The successful response: the status 200 without a body.
  public static func response(_ reply: Revoked) -> (head: HTTPResponse, body: Data) {
    ServedResponse.empty(status: .ok)
  }

  /// The error response as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
