// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// What the exchanges with a token endpoint have in common: the form of a reply and of a refusal,
/// and all of the server's half.
///
/// [RFC 6749 §5](https://www.rfc-editor.org/rfc/rfc6749#section-5).
public protocol TokenEndpointExchange: ServedExchange, AuthenticatedExchange
where Reply == TokenGrant, Received == TokenRequest {
  /// The dialect of the authorization server.
  var dialect: Dialect { get }
}

extension TokenEndpointExchange {
  /// Reads the reply of a token endpoint.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> TokenGrant {
    try dialect.grant(head: head, body: body, receivedAt: receivedAt)
  }

  /// Reads a request to a token endpoint.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> TokenRequest {
    try TokenRequest(head: head, body: body)
  }

  /// The tokens as JSON, not to be stored by anything on the way.
  public static func response(_ reply: TokenGrant) -> (head: HTTPResponse, body: Data) {
    reply.response()
  }

  /// The refusal as JSON, with the status that
  /// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2) gives its code.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}

extension TokenGrant {
  /// The response which grants it.
  public func response() -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(json)
  }
}
