// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Looks at a client's registration, changes it, or ends it.
///
/// The token goes to the address that came with it and to no other: a reply which names another origin
/// is believed in everything but that.
/// [RFC 7592 §2](https://www.rfc-editor.org/rfc/rfc7592#section-2).
public struct ClientConfigurationExchange: ServedExchange {
  /// What to do.
  public enum Operation: Sendable {
    /// Look at it.
    case read
    /// Replace all that the client said about itself: what is left out is taken away.
    case update(ClientMetadata)
    /// End it. The client's tokens end with it.
    case delete
  }

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// What to do.
    public let operation: Operation
    /// The token it came with.
    public let accessToken: Secret
    /// The path it came to, which says whose registration is meant.
    public let path: String
    /// The client id in an update; it has to be the one the path means.
    public let clientID: String?
    /// The secret in an update; it has to be the one that is registered.
    public let clientSecret: Secret?
  }

  private let client: ClientRegistration
  private let operation: Operation
  private let configuration: ClientConfiguration

  /// Asks about a registration.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - client: The client as it was registered, or as the last answer said it is.
  /// - Throws: `misused` when the server gave no address for it.
  public init(_ operation: Operation, _ client: ClientRegistration) throws(OAuthError) {
    guard let configuration = client.configuration else {
      throw .misused("client", "The server gave no address for this client's registration.")
    }
    self.client = client
    self.operation = operation
    self.configuration = configuration
  }

  /// The request.
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

  /// Reads the registration as it is now; nil after it was ended. Store it: the token may be a new one,
  /// and the old one is no good then.
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

  /// Reads a request about a registration.
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

  /// The registration as it is now; nothing after it was ended.
  public static func response(_ reply: ClientRegistration?) -> (head: HTTPResponse, body: Data) {
    guard let reply else { return ServedResponse.empty(status: .noContent) }
    return ServedResponse.json(reply.json)
  }

  /// The refusal: as a challenge where the token is no good, else as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    RegistrationReply.refusal(refusal, allowed: "GET, PUT, DELETE")
  }
}

extension ClientConfigurationExchange.Operation: CustomStringConvertible {
  /// The word for it.
  public var description: String {
    switch self {
    case .read: "read"
    case .update: "update"
    case .delete: "delete"
    }
  }
}
