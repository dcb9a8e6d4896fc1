// SPDX-License-Identifier: Apache-2.0

public import HTTPTypes
public import CoatcheckFoundation

/// A request to the token endpoint, as the server reads it. Nothing in it has been checked but its
/// form.
public struct TokenRequest: Sendable {
  /// What the client offers for a token.
  public enum Grant: Sendable {
    /// A code, the redirect URI it was sent to, and the PKCE verifier.
    case authorizationCode(code: Secret, redirectURI: String?, verifier: Secret?)
    /// A refresh token, and the scopes wanted if fewer than granted.
    case refreshToken(Secret, scopes: [Scope]?)
    /// The client's own identity.
    case clientCredentials(scopes: [Scope]?)
    /// The code of a device that waits for the user: RFC 8628.
    case deviceCode(Secret)
    /// Another token: RFC 8693.
    case tokenExchange(TokenExchangeGrant, scopes: [Scope]?)
    /// A JWT that says on whose behalf, not verified yet: RFC 7523.
    case jwtBearer(assertion: Secret, scopes: [Scope]?)
    /// The id of a request that the user is prompted for elsewhere: OpenID Connect CIBA.
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

  /// What the client offers.
  public let grant: Grant
  /// The protected resources that the token is wanted for, absolute URIs; empty leaves it to the server.
  ///
  /// [RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2).
  public let resources: [String]
  /// Who the client says it is.
  public let client: PresentedClient
  /// Parameters with no meaning here.
  public let extra: Parameters

  /// Reads a request strictly.
  ///
  /// Refused are: other methods than POST (405), parameters in the address, bodies that are not a
  /// UTF-8 form (400), compressed (415) or longer than 64 KiB (413), repeated parameters (but for
  /// `resource` and `audience`), two `Authorization` fields, malformed Basic credentials (401) and two ways
  /// of authentication at once. Empty parameters count as omitted.
  ///
  /// - Throws: `refused` with the code of
  ///   [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
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

  /// The parameters with a meaning of their own.
  static let reserved: Set<String> = [
    "grant_type", "code", "redirect_uri", "code_verifier", "refresh_token", "scope", "client_id",
    "client_secret", "client_assertion", "client_assertion_type",
  ]
}
