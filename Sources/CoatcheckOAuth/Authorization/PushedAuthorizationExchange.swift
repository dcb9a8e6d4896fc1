// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import HTTPTypes
public import CoatcheckFoundation

/// The exchange that pushes an authorization request to the authorization server, which returns a
/// `request_uri`.
///
/// [RFC 9126](https://www.rfc-editor.org/rfc/rfc9126).
public struct PushedAuthorizationExchange: ServedExchange, AuthenticatedExchange {
  /// A pushed authorization request as the server reads it. Only its form was checked.
  public struct Received: Sendable {
    /// The client that the request names, and its credentials, which the server has to verify.
    public let client: PresentedClient
    /// The parameters of the authorization request, to be checked as at the authorization endpoint. If
    /// `request` is among them, only the parameters in that request object count.
    public let parameters: Parameters
  }

  private let parameters: Parameters
  /// The client and its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint

  /// Creates the exchange for one authorization request.
  ///
  /// - Parameters:
  ///   - request: The authorization request.
  ///   - client: The client that sends it, with its credentials. Its id must be that of the request.
  ///   - endpoint: The pushed authorization request endpoint of the issuer.
  public init(_ request: AuthorizationRequest, client: ClientIdentity, endpoint: Endpoint) {
    self.init(request.parameters, client: client, endpoint: endpoint)
  }

  init(_ parameters: Parameters, client: ClientIdentity, endpoint: Endpoint) {
    self.parameters = parameters
    self.client = client
    self.endpoint = endpoint
  }

  /// The HTTP request to the pushed authorization request endpoint: a `POST` with the parameters as a form.
  ///
  /// [RFC 9126 §2.1](https://www.rfc-editor.org/rfc/rfc9126#section-2.1).
  ///
  /// - Throws: `misused`: naming `client` when the request has another client id, `client_id` or
  ///   `client_secret` when the credentials cannot be sent.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard parameters["client_id"]?.isExactly(client.id) == true else {
      throw .misused("client", "The request is another client's.")
    }
    return try FormRequest.post(parameters, to: endpoint, as: client)
  }

  /// Reads the `request_uri` and its lifetime.
  ///
  /// - Parameters:
  ///   - head: The status and the fields of the response.
  ///   - body: The whole body.
  ///   - receivedAt: The wall-clock time at which the response arrived.
  /// - Throws: As ``Exchange/reply(head:body:receivedAt:)``; `unreadable`,
  ///   ``OAuthError/Code/replyMalformed``, naming `request_uri` or `expires_in` when the member cannot be
  ///   used.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> PushedAuthorization {
    var head = head
    // "If the verification is successful, the server MUST generate a request URI and provide it in the
    // response with a 201 HTTP status code." Some servers return 200.
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

  /// Reads a pushed authorization request, as strictly as a ``TokenRequest``.
  ///
  /// [RFC 9126 §2.1](https://www.rfc-editor.org/rfc/rfc9126#section-2.1).
  ///
  /// - Parameters:
  ///   - head: The HTTP request.
  ///   - body: The form, at most 64 KiB.
  /// - Throws: `refused`, ``OAuthError/Code/invalidRequest`` or ``OAuthError/Code/invalidClient``, among
  ///   others for a `request_uri`: "The "request_uri" authorization request parameter is one exception, and
  ///   it MUST NOT be provided."
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

  /// The credentials of the client, which are not part of the authorization request.
  private static let credentials: Set<String> = [
    "client_secret", ClientAssertion.parameter, ClientAssertion.typeParameter,
  ]

  /// The successful response: the `request_uri` and its lifetime as JSON, with the status 201.
  public static func response(_ reply: PushedAuthorization) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(
      [
        "request_uri": .string(reply.requestURI),
        "expires_in": .number(JSONNumber(reply.expiresIn)),
      ], status: .created)
  }

  /// The error response as JSON.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
