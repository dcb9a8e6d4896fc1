// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// Pushes an authorization request to the authorization server.
///
/// [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126).
public struct PushedAuthorizationExchange: ServedExchange, AuthenticatedExchange {
  /// A request as the server reads it. Nothing in it has been checked but its form.
  public struct Received: Sendable {
    /// Who the client says it is.
    public let client: PresentedClient
    /// The parameters of the authorization request, to be checked as at the authorization endpoint. With
    /// `request` among them all that counts is in that.
    public let parameters: Parameters
  }

  private let parameters: Parameters
  /// The client and its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint

  /// Leaves a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - client: The client, with its credentials.
  ///   - endpoint: The endpoint for pushed requests of the issuer that will be asked.
  public init(_ request: AuthorizationRequest, client: ClientIdentity, endpoint: Endpoint) {
    self.init(request.parameters, client: client, endpoint: endpoint)
  }

  init(_ parameters: Parameters, client: ClientIdentity, endpoint: Endpoint) {
    self.parameters = parameters
    self.client = client
    self.endpoint = endpoint
  }

  /// The request which leaves the request.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard parameters["client_id"]?.isExactly(client.id) == true else {
      throw .misused("client", "The request is another client's.")
    }
    return try FormRequest.post(parameters, to: endpoint, as: client)
  }

  /// Reads the name.
  ///
  /// - Throws: `unreadable` naming the member when it cannot be used.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> PushedAuthorization {
    var head = head
    // "If the verification is successful, the server MUST generate a request URI and provide it in the
    // response with a 201 HTTP status code." Some say 200.
    if head.status.code == 201 { head.status = .ok }
    let json = try JSONReply(source: "The endpoint for pushed requests", mediaType: .json)
      .object(head: head, body: body, receivedAt: receivedAt)
    guard let uri = json["request_uri"]?.stringValue, uri.utf8.count <= 2048, uri.isVisibleASCII
    else {
      throw .unreadable(
        .replyMalformed, "The name of the pushed request cannot be used.",
        parameter: "request_uri", status: 200)
    }
    // "expires_in: A JSON number that represents the lifetime of the request URI in seconds as a positive
    // integer."
    let expiry = Expiry(expiresIn: json["expires_in"], receivedAt: receivedAt)
    guard let seconds = expiry.seconds(from: receivedAt), seconds > 0 else {
      throw .unreadable(
        .replyMalformed, "The pushed request has no time left.", parameter: "expires_in",
        status: 200)
    }
    return PushedAuthorization(requestURI: uri, expiresIn: seconds)
  }

  /// Reads a request as strictly as one for tokens.
  ///
  /// - Throws: `refused`, among others when a `request_uri` is in it: "The "request_uri" authorization
  ///   request parameter is one exception, and it MUST NOT be provided."
  public static func received(head: HTTPRequest, body: Data) throws(OAuthError) -> Received {
    let form = try FormRequest.parameters(
      head: head, body: body, repeatable: AuthorizationRequest.repeatable)
    let client = try PresentedClient(fields: head.headerFields, form: form)
    guard form["request_uri"] == nil else {
      throw .refused(
        .invalidRequest, "A pushed request cannot be another one's name.", parameter: "request_uri")
    }
    return Received(client: client, parameters: form.without(credentials))
  }

  /// What proves who the client is, and is not part of what it asks for.
  private static let credentials: Set<String> = [
    "client_secret", ClientAssertion.parameter, ClientAssertion.typeParameter,
  ]

  /// The name, with the status 201.
  public static func response(_ reply: PushedAuthorization) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(
      [
        "request_uri": .string(reply.requestURI),
        "expires_in": .number(JSONNumber(reply.expiresIn)),
      ], status: .created)
  }

  /// The refusal as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
