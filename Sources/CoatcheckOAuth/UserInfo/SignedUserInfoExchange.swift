// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Requests claims about the user, for a client that is registered for signed userinfo responses.
///
/// A response as JSON is not accepted: a proxy could have removed the signature.
/// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse).
public struct SignedUserInfoExchange: ServedExchange {
  private let endpoint: Endpoint
  private let accessToken: Secret
  private let presentation: UserInfoExchange.TokenPresentation

  static let mediaType = "application/jwt"

  /// Creates the exchange for one userinfo request.
  ///
  /// - Parameters:
  ///   - endpoint: The userinfo endpoint of the authorization server.
  ///   - accessToken: An access token with the scope `openid`.
  ///   - presentation: Where the access token is in the request.
  public init(
    endpoint: Endpoint, accessToken: Secret,
    presentation: UserInfoExchange.TokenPresentation = .header
  ) {
    self.endpoint = endpoint
    self.accessToken = accessToken
    self.presentation = presentation
  }

  /// The HTTP request: a `GET`, or a `POST` with the token in a form, which accepts `application/jwt`.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try UserInfoExchange.request(
      accessToken, to: endpoint, accept: Self.mediaType, presentation)
  }

  /// Reads the response: a JWT of at most 1 MiB, signed or encrypted, that is not verified yet. Check it
  /// with ``SignedResponseRules/userInfo(in:about:)``.
  ///
  /// - Throws: As ``UserInfoExchange/reply(head:body:receivedAt:)``, except that the subject is not
  ///   checked; `unreadable`, ``OAuthError/Code/replyMalformed`` naming `Content-Type`, when the response
  ///   is not a JWT.
  public func reply(head: HTTPResponse, body: Data, receivedAt: Date) throws(OAuthError) -> Secret {
    let source = "The userinfo endpoint"
    if let refusal = BearerChallenge.refusal(in: head, from: source) { throw refusal }
    guard head.status == .ok else {
      _ = try JSONReply(source: source).object(head: head, body: body, receivedAt: receivedAt)
      throw .unreadable(
        .replyMalformed,
        "The userinfo endpoint answered with an unexpected status: \(head.status.code).",
        status: head.status.code)
    }
    // "If the UserInfo Response is signed and/or encrypted, then the Claims are returned in a JWT and the
    // content-type MUST be application/jwt."
    let text = String(decoding: body.prefix(1 << 20), as: UTF8.self)
    guard MediaType.essence(head.headerFields[.contentType] ?? "") == Self.mediaType,
      body.count <= 1 << 20, text.isVisibleASCII
    else {
      throw .unreadable(
        .replyMalformed, "The userinfo endpoint answered with something else than a JWT.",
        parameter: "Content-Type", status: head.status.code)
    }
    return Secret(text)
  }

  /// Reads a userinfo request, as ``UserInfoExchange/received(head:body:)`` does.
  public static func received(
    head: HTTPRequest, body: Data
  ) throws(OAuthError) -> UserInfoExchange.Received {
    try UserInfoExchange.received(head: head, body: body)
  }

  /// The successful response: the JWT, which must not be cached.
  public static func response(_ reply: Secret) -> (head: HTTPResponse, body: Data) {
    ServedResponse.jwt(reply, type: mediaType)
  }

  /// The error response: a Bearer challenge with the error as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    UserInfoExchange.response(refusal)
  }
}
