// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Sends the token request for an accepted backchannel authentication request. While the user has not
/// decided, the authorization server returns `authorization_pending`.
///
/// [OpenID Connect CIBA Core 1.0
/// §10.1](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html).
public struct BackchannelTokenExchange: TokenEndpointExchange {
  /// The `grant_type`.
  public static let grantType = "urn:openid:params:grant-type:ciba"

  private let id: Secret
  /// The client and its credentials.
  public let client: ClientIdentity
  private let tokenEndpoint: Endpoint
  /// The dialect of the token endpoint: always ``Dialect/standard``, which follows the specifications.
  public var dialect: Dialect { .standard }

  /// Creates the exchange for one token request.
  ///
  /// - Parameters:
  ///   - authReqID: The `auth_req_id` of the acceptance.
  ///   - client: The client that sent the backchannel authentication request.
  ///   - tokenEndpoint: The token endpoint of the same authorization server.
  public init(authReqID: Secret, client: ClientIdentity, tokenEndpoint: Endpoint) {
    id = authReqID
    self.client = client
    self.tokenEndpoint = tokenEndpoint
  }

  /// The HTTP request to the token endpoint: a `POST` with the `auth_req_id` as a form.
  ///
  /// - Throws: `misused` when the id, the client id or the client secret cannot be sent.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard id.reveal().isVSCHAR else {
      throw .misused("authReqID", "The id of the request is empty or holds forbidden characters.")
    }
    let form: Parameters = ["grant_type": Self.grantType, "auth_req_id": id.reveal()]
    return try FormRequest.post(form, to: tokenEndpoint, as: client)
  }
}
