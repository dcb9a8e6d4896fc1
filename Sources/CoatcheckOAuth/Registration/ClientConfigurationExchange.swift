// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Reads, updates or deletes the registration of a client at its client configuration endpoint.
///
/// The registration access token is sent only to the `registration_client_uri` that came with it. If a
/// reply names a URI of another origin, that URI is ignored and the known one stays; the rest of the reply
/// is used.
/// [RFC 7592 §2](https://www.rfc-editor.org/rfc/rfc7592#section-2).
public struct ClientConfigurationExchange: ServedExchange {
  /// The operation on the registration.
  public enum Operation: Sendable {
    /// Reads the registration ([RFC 7592 §2.1](https://www.rfc-editor.org/rfc/rfc7592#section-2.1)).
    case read
    /// Replaces all client metadata: a member that is left out is removed from the registration
    /// ([RFC 7592 §2.2](https://www.rfc-editor.org/rfc/rfc7592#section-2.2)).
    case update(ClientMetadata)
    /// Deletes the registration, and the client's tokens with it
    /// ([RFC 7592 §2.3](https://www.rfc-editor.org/rfc/rfc7592#section-2.3)).
    case delete
  }

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// The operation that the client requests.
    public let operation: Operation
    /// The registration access token of the `Authorization` field, not verified yet.
    public let accessToken: Secret
    /// The path of the request without the query. It identifies the registration.
    public let path: String
    /// The `client_id` in an update; compare it with the client that ``path`` identifies. Nil for a read
    /// and a delete.
    public let clientID: String?
    /// The `client_secret` in an update; it must equal the registered one. Nil when the client sent none,
    /// and for a read and a delete.
    public let clientSecret: Secret?
  }

  private let client: ClientRegistration
  private let operation: Operation
  private let configuration: ClientConfiguration

  /// Creates the exchange for one operation.
  ///
  /// - Parameters:
  ///   - operation: Whether to read, update or delete the registration.
  ///   - client: The client as it was registered, or as the last reply returned it.
  /// - Throws: `misused`, ``OAuthError/Code/invalidArgument``, when ``ClientRegistration/configuration`` is
  ///   nil: the server named no client configuration endpoint that can be used.
  public init(_ operation: Operation, _ client: ClientRegistration) throws(OAuthError) {
    guard let configuration = client.configuration else {
      throw .misused("client", "The server gave no address for this client's registration.")
    }
    self.client = client
    self.operation = operation
    self.configuration = configuration
  }

  /// The HTTP request with the registration access token: a `GET`, a `DELETE`, or a `PUT` with the
  /// metadata, the client id and the client secret as JSON.
  ///
  /// - Throws: `misused` when the keys in the new metadata are not a set of public keys, or `jwks` and
  ///   `jwks_uri` are both set; and when the access token cannot be sent in a header field.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    let (endpoint, token) = (configuration.endpoint, configuration.accessToken)
    switch operation {
    case .read: return try JSONRequest.make(.get, nil, to: endpoint, token: token)
    case .delete: return try JSONRequest.make(.delete, nil, to: endpoint, token: token)
    case .update(let metadata):
      do {
        try metadata.checkKeys()
      } catch {
        throw .misused(error.parameter ?? "metadata", error.reason)
      }
      var json = metadata.json
      // RFC 7592 §2.2: "The client MUST include its "client_id" field in the request".
      json["client_id"] = .string(client.id)
      json["client_secret"] = client.secret.map { .string($0.reveal()) }
      return try JSONRequest.make(.put, json, to: endpoint, token: token)
    }
  }

  /// Reads the current registration; nil after the registration was deleted.
  ///
  /// Store the result: the reply may contain a new registration access token, and the old one is invalid
  /// then. A reply that omits the client secret keeps the known one.
  ///
  /// - Throws: `refused` when the server returned an error, with ``OAuthError/Code/invalidToken`` for an
  ///   invalid registration access token; `unreadable` when the reply is malformed or describes another
  ///   client; `unreachable` when the server cannot answer now.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> ClientRegistration? {
    if case .delete = operation, head.status.code == 204 || head.status.code == 200 { return nil }
    let json = try RegistrationReply.object(
      head: head, body: body, receivedAt: receivedAt, from: "The client configuration endpoint")
    var registered = try ClientRegistration(
      parsing: json, from: configuration.endpoint.origin, known: configuration)
    guard registered.id.isExactly(client.id) else {
      throw .unreadable(
        .replyMalformed, "The registration is another client's.", parameter: "client_id")
    }
    if registered.secret == nil {
      registered.secret = client.secret
      registered.secretExpiry = client.secretExpiry
    }
    return registered
  }

  /// Reads a request to a client configuration endpoint. The access token is not verified yet.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/invalidRequest`` for another method than `GET`, `PUT` and
  ///   `DELETE` (405) or a malformed `Authorization` field (400), ``OAuthError/Code/credentialsMissing``
  ///   (401) without an access token, ``OAuthError/Code/invalidClientMetadata`` for an update whose body
  ///   cannot be read, lacks the client id or contains a member that only the server sets.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    guard [.get, .put, .delete].contains(head.method) else {
      throw .refused(
        .invalidRequest, "This address takes GET, PUT and DELETE requests only.", status: 405)
    }
    let token = try BearerToken.from(head)
    let path = String((head.path ?? "").prefix { $0 != "?" })
    guard head.method == .put else {
      return Received(
        operation: head.method == .get ? .read : .delete, accessToken: token, path: path,
        clientID: nil, clientSecret: nil)
    }
    var json = try JSONRequest.object(head: head, body: body, code: .invalidClientMetadata)
    guard let id = json["client_id"]?.stringValue else {
      throw .refused(.invalidClientMetadata, "The client id is missing.", parameter: "client_id")
    }
    let secret = json["client_secret"]?.stringValue.map(Secret.init)
    json["client_id"] = nil
    json["client_secret"] = nil
    // "This request MUST NOT include the "registration_access_token", "registration_client_uri",
    // "client_secret_expires_at", or "client_id_issued_at" fields".
    if let name = ClientRegistration.ownMembers.first(where: { json[$0] != nil }) {
      throw .refused(
        .invalidClientMetadata, "This member is the server's to set.", parameter: name)
    }
    return Received(
      operation: .update(try ClientMetadata(parsing: json)), accessToken: token, path: path,
      clientID: id, clientSecret: secret)
  }

  /// The response with the current registration as JSON; `204 No Content` for nil, after a deletion.
  public static func response(_ reply: ClientRegistration?) -> (head: HTTPResponse, body: Data) {
    guard let reply else { return ServedResponse.empty(status: .noContent) }
    return ServedResponse.json(reply.json)
  }

  /// The error response: a `WWW-Authenticate` challenge when the access token is missing or invalid, else
  /// JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    RegistrationReply.refusal(refusal, allowed: "GET, PUT, DELETE")
  }
}

extension ClientConfigurationExchange.Operation: CustomStringConvertible {
  /// The name of the operation: `read`, `update` or `delete`.
  public var description: String {
    switch self {
    case .read: "read"
    case .update: "update"
    case .delete: "delete"
    }
  }
}
