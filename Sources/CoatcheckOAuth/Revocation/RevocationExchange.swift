// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Gives a token back.
///
/// [RFC 7009](https://www.rfc-editor.org/rfc/rfc7009).
public struct RevocationExchange: ServedExchange, AuthenticatedExchange {
  /// The kind of token, to make the server's search shorter.
  public enum Hint: String, Sendable, Hashable {
    /// An access token.
    case accessToken = "access_token"
    /// A refresh token; its access tokens go with it.
    case refreshToken = "refresh_token"
  }

  /// The token is gone, or never was: a server does not say which.
  public struct Revoked: Sendable, Hashable {
    /// Gone.
    public init() {}
  }

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// The token to revoke.
    public let token: Secret
    /// What the client says it is; unknown hints are ignored.
    public let hint: Hint?
    /// Who the client says it is.
    public let client: PresentedClient
  }

  private let token: Secret
  private let hint: Hint?
  /// The client and its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint

  /// Asks for a token to be revoked.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - hint: What kind it is.
  ///   - client: The client that it was issued to.
  ///   - endpoint: The revocation endpoint of the token's issuer.
  public init(token: Secret, hint: Hint?, client: ClientIdentity, endpoint: Endpoint) {
    self.token = token
    self.hint = hint
    self.client = client
    self.endpoint = endpoint
  }

  /// The request to revoke.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard token.reveal().isVSCHAR else {
      throw .misused("token", "The token is empty or holds forbidden characters.")
    }
    var form: Parameters = ["token": token.reveal()]
    form["token_type_hint"] = hint?.rawValue
    return try FormRequest.post(form, to: endpoint, as: client)
  }

  /// Reads the answer, whose body does not matter.
  ///
  /// - Throws: `unreachable` when the token may still live: RFC 7009 §2.2.1 has the client "assume
  ///   the token still exists" after a 503.
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

  /// Reads a request to revoke, as strictly as one for tokens.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    let form = try FormRequest.parameters(head: head, body: body)
    let client = try PresentedClient(fields: head.headerFields, form: form)
    guard let token = form["token"] else {
      throw .refused(.invalidRequest, "The token is missing.", parameter: "token")
    }
    return Received(
      token: Secret(token), hint: form["token_type_hint"].flatMap(Hint.init), client: client)
  }

  /// Yes, without a body.
  public static func response(_ reply: Revoked) -> (head: HTTPResponse, body: Data) {
    ServedResponse.empty(status: .ok)
  }

  /// The refusal as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
