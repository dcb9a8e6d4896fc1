// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Registers a client at the client registration endpoint of an authorization server.
///
/// [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3),
/// [OIDC Registration §3](https://openid.net/specs/openid-connect-registration-1_0.html#ClientRegistration).
public struct RegistrationExchange: ServedExchange {
  private static let statementMember = "software_statement"

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// The client metadata, as requested.
    public let metadata: ClientMetadata
    /// The software statement: a JWT in which a third party makes claims about the software, not verified
    /// yet. When it is valid, its claims take precedence over ``metadata``
    /// ([RFC 7591 §2.3](https://www.rfc-editor.org/rfc/rfc7591#section-2.3)).
    public let softwareStatement: Secret?
    /// The initial access token of the `Authorization` field, not verified yet; nil when the request has
    /// none.
    public let initialAccessToken: Secret?
  }

  private let endpoint: Endpoint
  private let metadata: ClientMetadata
  private let softwareStatement: Secret?
  private let initialAccessToken: Secret?

  /// Creates the exchange for one registration.
  ///
  /// - Parameters:
  ///   - metadata: The client metadata to register.
  ///   - endpoint: The registration endpoint of the authorization server.
  ///   - initialAccessToken: The token that permits the registration; nil where registration is open to all
  ///     clients.
  ///   - softwareStatement: A signed JWT in which a third party makes claims about the software; nil
  ///     without one.
  public init(
    _ metadata: ClientMetadata, endpoint: Endpoint, initialAccessToken: Secret? = nil,
    softwareStatement: Secret? = nil
  ) {
    self.metadata = metadata
    self.endpoint = endpoint
    self.initialAccessToken = initialAccessToken
    self.softwareStatement = softwareStatement
  }

  /// The HTTP request to the registration endpoint: a `POST` with the metadata and the software statement
  /// as JSON.
  ///
  /// - Throws: `misused` when the keys in the metadata are not a set of public keys, when `jwks` and
  ///   `jwks_uri` are both set, or when the initial access token cannot be sent in a header field.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    do {
      try metadata.checkKeys()
    } catch {
      throw .misused(error.parameter ?? "metadata", error.reason)
    }
    var json = metadata.json
    json[Self.statementMember] = softwareStatement.map { .string($0.reveal()) }
    return try JSONRequest.make(.post, json, to: endpoint, token: initialAccessToken)
  }

  /// Reads the registered client. ``ClientRegistration/changes(from:)`` names the members that the server
  /// changed.
  ///
  /// - Throws: `refused` when the server returned an error, with ``OAuthError/Code/invalidToken`` for an
  ///   invalid initial access token; `unreadable` when the reply is malformed; `unreachable` when the
  ///   server cannot answer now.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> ClientRegistration {
    let json = try RegistrationReply.object(
      head: head, body: body, receivedAt: receivedAt, from: "The registration endpoint")
    return try ClientRegistration(parsing: json, from: endpoint.origin)
  }

  /// Reads a registration request. Neither the token nor the software statement is verified yet.
  ///
  /// - Throws: `refused`: ``OAuthError/Code/invalidRequest`` for another method than `POST` (405) or a
  ///   malformed `Authorization` field (400), ``OAuthError/Code/credentialsMissing`` (401) for a field of
  ///   another scheme than `Bearer`, ``OAuthError/Code/invalidClientMetadata`` for a body or a member that
  ///   cannot be read, ``OAuthError/Code/invalidSoftwareStatement`` when the statement is not a string.
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    guard head.method == .post else {
      throw .refused(.invalidRequest, "This endpoint takes POST requests only.", status: 405)
    }
    let token = try JSONRequest.token(head)
    var json = try JSONRequest.object(head: head, body: body, code: .invalidClientMetadata)
    let statement = json[statementMember]?.stringValue
    if json[statementMember] != nil, statement == nil {
      throw .refused(
        .invalidSoftwareStatement, "The software statement is not a text.",
        parameter: statementMember)
    }
    json[statementMember] = nil
    return Received(
      metadata: try ClientMetadata(parsing: json), softwareStatement: statement.map(Secret.init),
      initialAccessToken: token)
  }

  /// The client information response: `201 Created` with the registration as JSON.
  public static func response(_ reply: ClientRegistration) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.json, status: .created)
  }

  /// The error response: a `WWW-Authenticate` challenge when the access token is missing or invalid, else
  /// JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    RegistrationReply.refusal(refusal, allowed: "POST")
  }
}

/// Reads and writes the responses of both registration exchanges.
enum RegistrationReply {
  static func object(
    head: HTTPResponse, body: Data, receivedAt: Date, from source: String
  ) throws(OAuthError) -> JSONObject {
    if head.status.code == 401 || head.status.code == 403,
      let refusal = BearerChallenge.refusal(in: head, from: source)
    {
      throw refusal
    }
    var head = head
    // "successful registration: 201 Created". Some servers return 200.
    if head.status.code == 201 { head.status = .ok }
    return try JSONReply(source: source).object(head: head, body: body, receivedAt: receivedAt)
  }

  static func refusal(_ error: OAuthError, allowed: String) -> (head: HTTPResponse, body: Data) {
    switch error.code {
    case .invalidToken, .credentialsMissing, .insufficientScope:
      BearerChallenge.response(error, allowed: allowed)
    default: ServedResponse.refusal(error, allowed: allowed)
    }
  }
}
