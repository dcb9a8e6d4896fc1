// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// An exchange with a token endpoint. All of them have the same form of reply and error response, and the
/// same server side.
///
/// [RFC 6749 §5](https://www.rfc-editor.org/rfc/rfc6749#section-5).
public protocol TokenEndpointExchange: ServedExchange, AuthenticatedExchange
where Reply == TokenGrant, Received == TokenRequest {
  /// The dialect of the authorization server.
  var dialect: Dialect { get }
}

extension TokenEndpointExchange {
  /// Reads a token reply.
  ///
  /// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1).
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: The wall-clock time at which the response arrived; lifetimes count from it.
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``; `unreadable` is
  ///   ``OAuthError/Code/tokenMalformed`` for a token that cannot be used, and
  ///   ``OAuthError/Code/replyMalformed`` for anything else.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> TokenGrant {
    try dialect.grant(head: head, body: body, receivedAt: receivedAt)
  }

  /// Reads a token request.
  ///
  /// - Parameters:
  ///   - head: The HTTP request.
  ///   - body: The form, at most 64 KiB.
  /// - Throws: `refused`, as ``TokenRequest/init(head:body:)``.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> TokenRequest {
    try TokenRequest(head: head, body: body)
  }

  /// The successful response: the tokens as JSON, with fields that forbid caching.
  public static func response(_ reply: TokenGrant) -> (head: HTTPResponse, body: Data) {
    reply.response()
  }

  /// The error response as JSON, with the status that
  /// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2) assigns to its code.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}

extension TokenGrant {
  /// The HTTP response with these tokens as JSON, with fields that forbid caching.
  public func response() -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(json)
  }
}
