// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Registers a client.
///
/// [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3),
/// [OIDC Registration §3](https://openid.net/specs/openid-connect-registration-1_0.html#ClientRegistration).
public struct RegistrationExchange: ServedExchange {
  private static let statementMember = "software_statement"

  /// A request as the server reads it.
  public struct Received: Sendable {
    /// What the client says about itself.
    public let metadata: ClientMetadata
    /// Statements of a third party about the software, as a JWT that is not verified yet. Where it is
    /// good, its claims win over the metadata (RFC 7591 §2.3).
    public let softwareStatement: Secret?
    /// The token it came with; nil when it came without.
    public let initialAccessToken: Secret?
  }

  private let endpoint: Endpoint
  private let metadata: ClientMetadata
  private let softwareStatement: Secret?
  private let initialAccessToken: Secret?

  /// Asks for a client to be registered.
  ///
  /// - Parameters:
  ///   - metadata: What the client says about itself.
  ///   - endpoint: The issuer's registration endpoint.
  ///   - initialAccessToken: The token to register with, where registration is protected.
  ///   - softwareStatement: Statements of a third party about the software, as a JWT.
  public init(
    _ metadata: ClientMetadata, endpoint: Endpoint, initialAccessToken: Secret? = nil,
    softwareStatement: Secret? = nil
  ) {
    self.metadata = metadata
    self.endpoint = endpoint
    self.initialAccessToken = initialAccessToken
    self.softwareStatement = softwareStatement
  }

  /// The request to register.
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

  /// Reads what was registered. ``ClientRegistration/changes(from:)`` says what the server changed.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> ClientRegistration {
    let json = try RegistrationReply.object(
      head: head, body: body, receivedAt: receivedAt, from: "The registration endpoint")
    return try ClientRegistration(parsing: json, from: endpoint.origin)
  }

  /// Reads a request to register.
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

  /// The client, made.
  public static func response(_ reply: ClientRegistration) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.json, status: .created)
  }

  /// The refusal: as a challenge where the token is no good, else as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    RegistrationReply.refusal(refusal, allowed: "POST")
  }
}

/// What both exchanges of registration answer.
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
    // "successful registration: 201 Created". Some servers say 200.
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
