// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Fetches the metadata of an API.
///
/// [RFC 9728 §3](https://www.rfc-editor.org/rfc/rfc9728#section-3).
public struct ProtectedResourceExchange: ServedExchange {
  private let resource: Endpoint
  private let endpoint: Endpoint

  /// What a server is asked for.
  public struct Received: Sendable, Hashable {
    /// The path and query of the resource; empty for one that has neither.
    public let resourcePath: String
  }

  /// Asks for the document at the resource's well-known address.
  ///
  /// - Parameter resource: The resource's identifier: its address.
  /// - Throws: `misused` when the address would be too long.
  public init(resource: Endpoint) throws(OAuthError) {
    self.resource = resource
    endpoint = try ProtectedResourceMetadata.wellKnown(for: resource)
  }

  /// Asks for the document at the address which a challenge of the resource named.
  ///
  /// - Parameters:
  ///   - resource: The address the challenge came from. The document must be about it.
  ///   - address: `resource_metadata`, as the challenge has it.
  /// - Throws: `unreadable` naming `resource_metadata`, when it is not an address of the resource's own
  ///   origin: nothing may be asked for there.
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

  /// The request for the document.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    (HTTPRequest.get(endpoint, accept: MediaType.json), Data())
  }

  /// Reads the document and compares the resource.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> ProtectedResourceMetadata {
    let json = try JSONReply(source: "The resource's metadata endpoint")
      .object(head: head, body: body, receivedAt: receivedAt)
    return try ProtectedResourceMetadata(parsing: json, expected: resource)
  }

  /// Reads which resource is asked about.
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

  /// The document, which any cache may store for five minutes.
  public static func response(
    _ reply: ProtectedResourceMetadata
  ) -> (head: HTTPResponse, body: Data) {
    ServedResponse.document(reply.json, type: MediaType.json)
  }

  /// The refusal as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "GET")
  }
}
