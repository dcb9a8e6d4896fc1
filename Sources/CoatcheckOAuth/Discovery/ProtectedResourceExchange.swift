// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Fetches the protected resource metadata of a resource server.
///
/// [RFC 9728 §3](https://www.rfc-editor.org/rfc/rfc9728#section-3).
public struct ProtectedResourceExchange: ServedExchange {
  private let resource: Endpoint
  private let endpoint: Endpoint

  /// A request as the server reads it.
  public struct Received: Sendable, Hashable {
    /// The path and query of the resource that the request is about; empty for one that has neither.
    public let resourcePath: String
  }

  /// Creates the exchange for the metadata at the well-known address of a resource.
  ///
  /// - Parameter resource: The identifier of the resource, which is its address. The document has to name
  ///   it.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument``, when the well-known address would be
  ///   longer than 8,192 bytes.
  public init(resource: Endpoint) throws(OAuthError) {
    self.resource = resource
    endpoint = try ProtectedResourceMetadata.wellKnown(for: resource)
  }

  /// Creates the exchange for the metadata at the address that a challenge of the resource named.
  ///
  /// [RFC 9728 §5.1](https://www.rfc-editor.org/rfc/rfc9728#section-5.1).
  ///
  /// - Parameters:
  ///   - resource: The address that returned the challenge. The document has to name it.
  ///   - address: The `resource_metadata` of the challenge, an absolute URI.
  /// - Throws: `unreadable`, ``OAuthError/Code/discoveryMismatch`` naming `resource_metadata`, when it is
  ///   not an address of the resource's own origin. No request may be sent to it.
  public init(resource: Endpoint, namedBy address: String) throws(OAuthError) {
    guard let endpoint = try? Endpoint(address), endpoint.origin == resource.origin else {
      // §7.7 (server-side request forgery): a challenge must not send the client to a third party.
      throw .unreadable(
        .discoveryMismatch, "The challenge names metadata at another place than the resource's.",
        parameter: "resource_metadata")
    }
    self.resource = resource
    self.endpoint = endpoint
  }

  /// The HTTP request: a `GET` of the metadata, which accepts JSON.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(endpoint, accept: MediaType.json), Data())
  }

  /// Reads the document and checks that it names the expected resource.
  ///
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``, and as
  ///   ``ProtectedResourceMetadata/init(parsing:expected:)`` when the document cannot be used.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> ProtectedResourceMetadata {
    let json = try JSONReply(source: "The resource's metadata endpoint")
      .object(head: head, body: body, receivedAt: receivedAt)
    return try ProtectedResourceMetadata(parsing: json, expected: resource)
  }

  /// Reads a request for protected resource metadata.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest``: with status 404 when the path is not that
  ///   of a well-known document, and with 405 when the method is neither `GET` nor `HEAD`.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    try head.requireGET()
    let path = head.path ?? ""
    let rest = path.dropFirst(ProtectedResourceMetadata.path.count)
    guard path.hasPrefix(ProtectedResourceMetadata.path),
      rest.isEmpty || rest.hasPrefix("/") || rest.hasPrefix("?")
    else {
      throw .refused(
        .invalidRequest, "This is not the path of a well-known document.", status: 404)
    }
    return Received(resourcePath: String(rest))
  }

  /// The successful response: the document as JSON, which any cache may store for five minutes.
  public static func response(
    _ reply: ProtectedResourceMetadata
  ) -> (head: HTTPResponse, body: Data) {
    ServedResponse.document(reply.json, type: MediaType.json)
  }

  /// The error response, as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "GET")
  }
}
