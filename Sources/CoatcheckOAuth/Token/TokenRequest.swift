// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A token request as the server reads it. Only its form was checked.
///
/// [RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2).
public struct TokenRequest: Sendable {
  /// The grant of a token request.
  public enum Grant: Sendable {
    /// An authorization code, the redirect URI of its authorization request, and the code verifier:
    /// [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3).
    case authorizationCode(code: Secret, redirectURI: String?, verifier: Secret?)
    /// A refresh token, and the requested scopes, nil for all that were granted:
    /// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6).
    case refreshToken(Secret, scopes: [Scope]?)
    /// The client's own credentials, and the requested scopes, nil for none:
    /// [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4).
    case clientCredentials(scopes: [Scope]?)
    /// The device code of a device that waits for the user:
    /// [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4).
    case deviceCode(Secret)
    /// A token exchange, and the requested scopes, nil for none:
    /// [RFC 8693 §2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.1).
    case tokenExchange(TokenExchangeGrant, scopes: [Scope]?)
    /// A JWT bearer assertion, not verified yet, and the requested scopes, nil for none:
    /// [RFC 7523 §2.1](https://www.rfc-editor.org/rfc/rfc7523#section-2.1).
    case jwtBearer(assertion: Secret, scopes: [Scope]?)
    /// The id of a backchannel authentication request:
    /// [OpenID Connect CIBA](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html).
    case ciba(authReqID: Secret)

    /// The `grant_type`.
    public var type: String {
      switch self {
      case .authorizationCode: "authorization_code"
      case .refreshToken: "refresh_token"
      case .clientCredentials: "client_credentials"
      case .deviceCode: DeviceTokenExchange.grantType
      case .tokenExchange: TokenExchangeGrant.type
      case .jwtBearer: JWTBearerAssertion.grantType
      case .ciba: BackchannelTokenExchange.grantType
      }
    }
  }

  /// The grant that the client redeems.
  public let grant: Grant
  /// The protected resources that the token is requested for, absolute URIs; empty leaves them to the
  /// server.
  ///
  /// [RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2).
  public let resources: [String]
  /// The client that the request names, and its credentials, which the server has to verify.
  public let client: PresentedClient
  /// All other parameters.
  public let extra: Parameters

  /// Reads a token request strictly.
  ///
  /// Refused are: other methods than POST (405), parameters in the URL, bodies that are not a UTF-8 form
  /// (400), compressed (415) or longer than 64 KiB (413), repeated parameters (except `resource` and
  /// `audience`), two `Authorization` fields, malformed Basic credentials (401) and two ways of
  /// authentication at once. Empty parameters count as omitted.
  ///
  /// - Parameters:
  ///   - head: The HTTP request.
  ///   - body: The form.
  /// - Throws: `refused` with the code of
  ///   [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2):
  ///   ``OAuthError/Code/invalidRequest``, ``OAuthError/Code/invalidClient``,
  ///   ``OAuthError/Code/invalidGrant``, ``OAuthError/Code/invalidScope`` or
  ///   ``OAuthError/Code/unsupportedGrantType``; or with ``OAuthError/Code/invalidTarget`` or
  ///   ``OAuthError/Code/invalidClientAttestation``.
  public init(head: HTTPRequest, body: Data) throws(OAuthError) {
    // RFC 8707 §2: "Multiple resource parameters MAY be used"; RFC 8693 §2.1 says the same of audience.
    let form = try FormRequest.parameters(
      head: head, body: body, repeatable: ["resource", "audience"])
    client = try PresentedClient(fields: head.headerFields, form: form)
    grant = try Grant(form: form)
    resources = try ResourceIndicator.read(in: form)
    var meant = Self.reserved.union(["resource"])
    switch grant {
    case .tokenExchange: meant.formUnion(TokenExchangeGrant.parameterNames)
    case .deviceCode: meant.insert("device_code")
    case .jwtBearer: meant.insert("assertion")
    case .ciba: meant.insert("auth_req_id")
    case .authorizationCode, .refreshToken, .clientCredentials: break
    }
    extra = form.without(meant)
  }

  /// The parameters that the protocol defines. They cannot be set as additional parameters.
  static let reserved: Set<String> = [
    "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope", "client_id",
    "client_secret", "client_assertion", "client_assertion_type",
  ]
}
