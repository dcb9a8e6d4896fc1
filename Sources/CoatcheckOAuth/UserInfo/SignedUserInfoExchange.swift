// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Requests claims about the user, where the client has registered a signed response.
///
/// JSON is refused then: a proxy could remove the signature.
/// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse).
public struct SignedUserInfoExchange: ServedExchange {
  private let endpoint: Endpoint
  private let accessToken: Secret
  private let presentation: UserInfoExchange.TokenPresentation

  static let mediaType = "application/jwt"

  /// Creates the request.
  ///
  /// - Parameters:
  ///   - endpoint: The issuer's userinfo endpoint.
  ///   - accessToken: A token with the scope `openid`.
  ///   - presentation: Where the token is in the request.
  public init(
    endpoint: Endpoint, accessToken: Secret,
    presentation: UserInfoExchange.TokenPresentation = .header
  ) {
    self.endpoint = endpoint
    self.accessToken = accessToken
    self.presentation = presentation
  }

  /// The request for the claims.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    try UserInfoExchange.request(
      accessToken, to: endpoint, accept: Self.mediaType, presentation)
  }

  /// Reads the answer: a JWT, signed or encrypted, that is not verified yet. It is checked against
  /// ``SignedResponseRules/userInfo(in:about:)``.
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

  /// Reads a request, as ``UserInfoExchange/received(head:body:)``.
  public static func received(
    head: HTTPRequest, body: Data
  ) throws(OAuthError) -> UserInfoExchange.Received {
    try UserInfoExchange.received(head: head, body: body)
  }

  /// The JWT, not to be stored by anything on the way.
  public static func response(_ reply: Secret) -> (head: HTTPResponse, body: Data) {
    ServedResponse.jwt(reply, type: mediaType)
  }

  /// The refusal as a challenge.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    UserInfoExchange.response(refusal)
  }
}
