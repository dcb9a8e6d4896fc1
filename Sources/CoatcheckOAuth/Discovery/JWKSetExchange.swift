// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Fetches an issuer's public keys.
///
/// [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5).
public struct JWKSetExchange: ServedExchange {
  private let endpoint: Endpoint

  /// Asks for the keys at a `jwks_uri`.
  public init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
  }

  /// What a server is asked for: nothing but its keys.
  public struct Received: Sendable, Hashable {}

  /// The request for the keys.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(endpoint, accept: "application/jwk-set+json, application/json"), Data())
  }

  /// Reads the keys. What cannot be used is skipped.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> JWKSet {
    let json = try JSONReply(source: "The key set endpoint")
      .object(head: head, body: body, receivedAt: receivedAt)
    do {
      return try JWKSet(parsing: json.serialized())
    } catch {
      throw .unreadable(.replyMalformed, "The key set cannot be used: \(error.reason)", status: 200)
    }
  }

  /// Reads a request for the keys.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    try head.requireGET()
    return Received()
  }

  /// The keys, which any cache may store for five minutes.
  public static func response(_ reply: JWKSet) -> (head: HTTPResponse, body: Data) {
    ServedResponse.document(reply.json, type: "application/jwk-set+json")
  }

  /// The refusal as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "GET")
  }
}
