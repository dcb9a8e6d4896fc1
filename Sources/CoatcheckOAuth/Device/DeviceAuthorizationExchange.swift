// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Requests a code that the user enters on another device.
///
/// [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1).
public struct DeviceAuthorizationExchange: ServedExchange, AuthenticatedExchange {
  private let scopes: [Scope]
  private let resources: [String]
  /// The client, with its credentials.
  public let client: ClientIdentity
  private let endpoint: Endpoint
  private let extra: Parameters

  /// A request for a code.
  ///
  /// - Parameters:
  ///   - scopes: What the tokens shall be good for; empty leaves it to the server.
  ///   - client: The client, with its credentials.
  ///   - endpoint: The device authorization endpoint.
  ///   - resources: The protected resources that the token is wanted for, absolute URIs (RFC 8707).
  ///   - extra: Parameters a provider wants besides those of the protocol.
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

  /// The request for a code.
  ///
  /// - Throws: `misused` when the client id or a scope cannot be sent, or an extra parameter is reserved.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    var form = Parameters()
    form["scope"] = try Scope.checkedText(scopes)
    try ResourceIndicator.add(resources, to: &form)
    try form.add(extra, reserved: TokenRequest.reserved)
    return try FormRequest.post(form, to: endpoint, as: client)
  }

  /// Reads the answer.
  ///
  /// - Throws: `unreadable` naming the member when a code or an address cannot be shown or sent, among
  ///   them addresses that are neither `https` nor on this machine; else as every exchange.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> DeviceAuthorization {
    let json = try JSONReply(source: "The device authorization endpoint", mediaType: .json)
      .object(head: head, body: body, receivedAt: receivedAt)
    return try DeviceAuthorization(json: json, from: endpoint, receivedAt: receivedAt)
  }

  /// Reads a request to a device authorization endpoint.
  public static func received(
    head: HTTPRequest, body: Data
  ) throws(OAuthError) -> DeviceAuthorizationRequest {
    try DeviceAuthorizationRequest(head: head, body: body)
  }

  /// The codes as JSON, not to be stored by anything on the way.
  public static func response(
    _ reply: DeviceAuthorization
  ) -> (head: HTTPResponse, body: Data) {
    ServedResponse.json(reply.json)
  }

  /// The refusal as JSON, with the status of its code.
  public static func response(_ refusal: OAuthError) -> (head: HTTPResponse, body: Data) {
    ServedResponse.refusal(refusal, allowed: "POST")
  }
}
