// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// What an authorization server says about itself.
///
/// Specification: [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2),
/// [OIDC Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata).
/// Where there is no discovery, make one by hand: the properties can be set.
public struct ServerMetadata: Sendable {
  /// Who it is.
  public let issuer: Issuer
  /// `authorization_endpoint`: where browsers are sent.
  public var authorizationEndpoint: Endpoint?
  /// `token_endpoint`: where codes and refresh tokens are redeemed.
  public var tokenEndpoint: Endpoint?
  /// `jwks_uri`: where its public keys are.
  public var jwksURI: Endpoint?
  /// `userinfo_endpoint`: where claims about the person are.
  public var userInfoEndpoint: Endpoint?
  /// `revocation_endpoint`: where tokens are given back.
  public var revocationEndpoint: Endpoint?
  /// `introspection_endpoint`: where APIs ask about tokens.
  public var introspectionEndpoint: Endpoint?
  /// `end_session_endpoint`: where browsers are signed out.
  public var endSessionEndpoint: Endpoint?
  /// `registration_endpoint`: where clients register themselves.
  public var registrationEndpoint: Endpoint?
  /// `device_authorization_endpoint`: where devices without a browser begin.
  public var deviceAuthorizationEndpoint: Endpoint?
  /// `pushed_authorization_request_endpoint`: where requests may be left beforehand.
  public var pushedAuthorizationRequestEndpoint: Endpoint?
  /// `scopes_supported`.
  public var scopesSupported: [String]?
  /// `response_types_supported`.
  public var responseTypesSupported: [String]?
  /// `response_modes_supported`.
  public var responseModesSupported: [String]?
  /// `grant_types_supported`.
  public var grantTypesSupported: [String]?
  /// `token_endpoint_auth_methods_supported`.
  public var tokenEndpointAuthMethodsSupported: [String]?
  /// `code_challenge_methods_supported`.
  public var codeChallengeMethodsSupported: [String]?
  /// `id_token_signing_alg_values_supported`.
  public var idTokenSigningAlgorithms: [String]?
  /// `subject_types_supported`.
  public var subjectTypesSupported: [String]?
  /// `claims_supported`.
  public var claimsSupported: [String]?
  /// `authorization_response_iss_parameter_supported`: whether every callback names the issuer
  /// ([RFC 9207 §3](https://www.rfc-editor.org/rfc/rfc9207#section-3)). If so, it must.
  public var authorizationResponseIssParameterSupported = false
  /// The members that are none of the above.
  public var additional: JSONObject = [:]

  /// An issuer about which nothing is known yet.
  public init(issuer: Issuer) {
    self.issuer = issuer
  }
}

extension ServerMetadata {
  /// The members that hold endpoints.
  static var endpoints: [(name: String, path: WritableKeyPath<ServerMetadata, Endpoint?>)] {
    [
      ("authorization_endpoint", \.authorizationEndpoint),
      ("token_endpoint", \.tokenEndpoint),
      ("jwks_uri", \.jwksURI),
      ("userinfo_endpoint", \.userInfoEndpoint),
      ("revocation_endpoint", \.revocationEndpoint),
      ("introspection_endpoint", \.introspectionEndpoint),
      ("end_session_endpoint", \.endSessionEndpoint),
      ("registration_endpoint", \.registrationEndpoint),
      ("device_authorization_endpoint", \.deviceAuthorizationEndpoint),
      ("pushed_authorization_request_endpoint", \.pushedAuthorizationRequestEndpoint),
    ]
  }

  /// The members that hold lists.
  static var lists: [(name: String, path: WritableKeyPath<ServerMetadata, [String]?>)] {
    [
      ("scopes_supported", \.scopesSupported),
      ("response_types_supported", \.responseTypesSupported),
      ("response_modes_supported", \.responseModesSupported),
      ("grant_types_supported", \.grantTypesSupported),
      ("token_endpoint_auth_methods_supported", \.tokenEndpointAuthMethodsSupported),
      ("code_challenge_methods_supported", \.codeChallengeMethodsSupported),
      ("id_token_signing_alg_values_supported", \.idTokenSigningAlgorithms),
      ("subject_types_supported", \.subjectTypesSupported),
      ("claims_supported", \.claimsSupported),
    ]
  }

  static let issuerMember = "issuer"
  static let issParameterMember = "authorization_response_iss_parameter_supported"
}
