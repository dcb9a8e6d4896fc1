// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Sends a device authorization request: it returns a code that the user enters on another device.
///
/// [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1).
public struct DeviceAuthorizationExchange: ServedExchange, AuthenticatedExchange {
  private let scopes: [Scope]
  private let resources: [String]
  /// The client, with its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint
  private let extra: Parameters

  /// Creates the exchange for one device authorization request.
  ///
  /// - Parameters:
  ///   - scopes: The requested scopes; empty leaves them to the authorization server.
  ///   - client: The client, with its credentials.
  ///   - endpoint: The device authorization endpoint.
  ///   - resources: The protected resources for which the token is requested, as absolute URIs without a
  ///     fragment ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)).
  ///   - extra: Additional parameters that the provider requires.
  public init(
    scopes: [Scope], client: ClientIdentity, endpoint: Endpoint, resources: [String] = [],
    extra: Parameters = [:]
  ) {
    self.scopes = scopes
    self.resources = resources
    self.client = client
    self.endpoint = endpoint
    self.extra = extra
  }

  /// The HTTP request to the device authorization endpoint: a `POST` with the parameters as a form.
  ///
  /// - Throws: `misused` when the client id, a scope or a resource cannot be sent, or an extra parameter is
  ///   reserved.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var form = Parameters()
    form["scope"] = try Scope.checkedText(scopes)
    try ResourceIndicator.add(resources, to: &form)
    try form.add(extra, reserved: TokenRequest.reserved)
    return try FormRequest.post(form, to: endpoint, as: client)
  }

  /// Reads the device authorization response.
  ///
  /// - Throws: `unreadable` naming the member: ``OAuthError/Code/replyMalformed`` when a code cannot be
  ///   shown or sent or a required member is missing, ``OAuthError/Code/insecureEndpoint`` when an address
  ///   is neither `https` nor, for a server on this machine, a loopback address; else the errors of every
  ///   exchange.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> DeviceAuthorization {
    let json = try JSONReply(source: "The device authorization endpoint", mediaType: .json)
      .object(head: head, body: body, receivedAt: receivedAt)
    return try DeviceAuthorization(json: json, from: endpoint, receivedAt: receivedAt)
  }

  /// Reads a device authorization request.
  ///
  /// - Throws: As ``DeviceAuthorizationRequest/init(head:body:)``.
  public static func received(
    head: HTTPRequest, body: Data
  ) throws(OAuthError) -> DeviceAuthorizationRequest {
    try DeviceAuthorizationRequest(head: head, body: body)
  }

  /// The device authorization response as JSON, which must not be cached.
  public static func response(
    _ reply: DeviceAuthorization
  ) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.json)
  }

  /// The error response as JSON, with the status of the error code.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
