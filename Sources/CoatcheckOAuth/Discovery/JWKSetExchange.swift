// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Fetches the key set with the public keys of an authorization server.
///
/// [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5).
public struct JWKSetExchange: ServedExchange {
  private let endpoint: Endpoint

  /// Creates the exchange for one key set.
  ///
  /// - Parameter endpoint: The address of the key set, such as the `jwks_uri` of
  ///   ``ServerMetadata/jwksURI``.
  public init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
  }

  /// A request as the server reads it. It says nothing but that the keys are requested.
  public struct Received: Sendable, Hashable {}

  /// The HTTP request: a `GET` of the key set, which accepts `application/jwk-set+json` and JSON.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(endpoint, accept: "application/jwk-set+json, application/json"), Data())
  }

  /// Reads the key set. Keys that are not usable public keys are skipped.
  ///
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``; also `unreadable`,
  ///   ``OAuthError/Code/replyMalformed``, when the whole set cannot be read. Keys that were fetched
  ///   before stay usable.
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

  /// Reads a request for the key set.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest`` with status 405, when the method is neither
  ///   `GET` nor `HEAD`.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    try head.requireGET()
    return Received()
  }

  /// The successful response: the key set, which any cache may store for five minutes.
  public static func response(_ reply: JWKSet) -> (head: HTTPResponse, body: Data) {
    ServedResponse.document(reply.json, type: "application/jwk-set+json")
  }

  /// The error response, as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "GET")
  }
}
