// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Sends the token request for a device code. While the user has not decided, the authorization server
/// returns `authorization_pending`.
///
/// [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4).
public struct DeviceTokenExchange: TokenEndpointExchange {
  /// The `grant_type`.
  public static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

  private let deviceCode: Secret
  /// The client to which the device code was issued.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  /// The dialect of the token endpoint: always ``Dialect/standard``, which follows the specifications.
  public var dialect: Dialect { .standard }

  /// Creates the exchange for one token request.
  ///
  /// - Parameters:
  ///   - deviceCode: The device code of a ``DeviceAuthorization``.
  ///   - client: The client to which it was issued.
  ///   - tokenEndpoint: The token endpoint of the same authorization server.
  public init(deviceCode: Secret, client: ClientIdentity, tokenEndpoint: Endpoint) {
    self.deviceCode = deviceCode
    self.client = client
    self.tokenEndpoint = tokenEndpoint
  }

  /// The HTTP request to the token endpoint: a `POST` with the device code as a form.
  ///
  /// - Throws: `misused` when the device code, the client id or the client secret cannot be sent.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard deviceCode.reveal().isVSCHAR else {
      throw .misused("deviceCode", "The device code is empty or holds forbidden characters.")
    }
    let form: Parameters = [
      "grant_type": Self.grantType, "device_code": deviceCode.reveal(),
    ]
    return try FormRequest.post(form, to: tokenEndpoint, as: client)
  }

  /// Reads the token response.
  ///
  /// - Throws: `refused` with ``OAuthError/Code/authorizationPending`` or ``OAuthError/Code/slowDown``:
  ///   poll again later; with ``OAuthError/Code/accessDenied``: the user denied the request; with
  ///   ``OAuthError/Code/expiredToken``: the device code has expired
  ///   ([RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)). Else the errors of every
  ///   token endpoint: `unreadable` for a malformed response, `unreachable` when the server cannot answer
  ///   now.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> TokenGrant {
    try Dialect.standard.grant(head: head, body: body, receivedAt: receivedAt)
  }
}
