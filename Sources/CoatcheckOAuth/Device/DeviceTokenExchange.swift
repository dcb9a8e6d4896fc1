// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Requests the tokens of a device authorization, which the user may not have answered yet.
///
/// [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4).
public struct DeviceTokenExchange: TokenEndpointExchange {
  /// The `grant_type`.
  public static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

  private let deviceCode: Secret
  /// The client that asked for the code.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  /// The specifications, unbent.
  public var dialect: Dialect { .standard }

  /// A question for tokens.
  ///
  /// - Parameters:
  ///   - deviceCode: The code of a ``DeviceAuthorization``.
  ///   - client: The client that asked for it.
  ///   - tokenEndpoint: The token endpoint of the same issuer.
  public init(deviceCode: Secret, client: ClientIdentity, tokenEndpoint: Endpoint) {
    self.deviceCode = deviceCode
    self.client = client
    self.tokenEndpoint = tokenEndpoint
  }

  /// The question.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard deviceCode.reveal().isVSCHAR else {
      throw .misused("deviceCode", "The device code is empty or holds forbidden characters.")
    }
    let form: Parameters = [
      "grant_type": Self.grantType, "device_code": deviceCode.reveal(),
    ]
    return try FormRequest.post(form, to: tokenEndpoint, as: client)
  }

  /// Reads the answer.
  ///
  /// - Throws: `refused` with ``OAuthError/Code/authorizationPending`` or ``OAuthError/Code/slowDown``:
  ///   ask again later; with ``OAuthError/Code/accessDenied``: the user denied the request; with
  ///   ``OAuthError/Code/expiredToken``: the code is over. Else as every token exchange.
  public func reply(
    head: HTTPResponse, body: Data, receivedAt: Date
  ) throws(OAuthError) -> TokenGrant {
    try Dialect.standard.grant(head: head, body: body, receivedAt: receivedAt)
  }
}
