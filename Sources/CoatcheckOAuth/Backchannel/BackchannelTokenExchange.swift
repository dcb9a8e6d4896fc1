// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// Requests the tokens of a backchannel authentication request, which the user may not have answered yet.
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
  /// The specifications, unbent.
  public var dialect: Dialect { .standard }

  /// A question for tokens.
  ///
  /// - Parameters:
  ///   - authReqID: The `auth_req_id` of the request.
  ///   - client: The client that made it.
  ///   - tokenEndpoint: The token endpoint of the same issuer.
  public init(authReqID: Secret, client: ClientIdentity, tokenEndpoint: Endpoint) {
    id = authReqID
    self.client = client
    self.tokenEndpoint = tokenEndpoint
  }

  /// The question.
  public func request() throws(OAuthError) -> (head: HTTPRequest, body: Data) {
    guard id.reveal().isVSCHAR else {
      throw .misused("authReqID", "The id of the request is empty or holds forbidden characters.")
    }
    let form: Parameters = ["grant_type": Self.grantType, "auth_req_id": id.reveal()]
    return try FormRequest.post(form, to: tokenEndpoint, as: client)
  }
}
