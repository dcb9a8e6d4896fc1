// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
public import CoatcheckOAuth

extension IssuerSettings {
  /// The metadata of the authorization server: exactly what it supports, with the endpoints below the
  /// issuer identifier.
  ///
  /// [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2),
  /// [OIDC Discovery
  /// §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata)
  ///
  /// - Parameters:
  ///   - keys: The signing keys; their algorithms are published.
  ///   - tellsClients: Whether back-channel logout is supported: the server can send requests to its
  ///     clients.
  /// - Throws: What `Endpoint` throws when the issuer identifier with an endpoint's path appended is not a
  ///   valid endpoint address.
  public func publishedMetadata(
    signingBy keys: SigningKeys, tellingClients tellsClients: Bool
  ) throws(OAuthError) -> ServerMetadata {
    var metadata = ServerMetadata(issuer: issuer)
    metadata.authorizationEndpoint = try Endpoint(issuer.text + "/authorize")
    metadata.tokenEndpoint = try Endpoint(issuer.text + "/token")
    metadata.jwksURI = try Endpoint(issuer.text + "/jwks")
    metadata.userInfoEndpoint = try Endpoint(issuer.text + "/userinfo")
    metadata.revocationEndpoint = try Endpoint(issuer.text + "/revoke")
    metadata.pushedAuthorizationRequestEndpoint = try Endpoint(issuer.text + "/par")
    metadata.deviceAuthorizationEndpoint = try Endpoint(issuer.text + "/device_authorization")
    if registration.isOpen {
      metadata.registrationEndpoint = try Endpoint(issuer.text + "/register")
    }
    metadata.introspectionEndpoint = try Endpoint(issuer.text + "/introspect")
    metadata.scopesSupported = [
      "openid", "profile", "email", "address", "phone", "offline_access",
    ]
    metadata.responseTypesSupported = ["code"]
    metadata.responseModesSupported = AuthorizationServer.responseModes.map(\.rawValue)
    metadata.grantTypesSupported = [
      "authorization_code", "refresh_token", "client_credentials", DeviceTokenExchange.grantType,
      TokenExchangeGrant.type,
    ]
    let confidential = ["client_secret_basic", "client_secret_post", "private_key_jwt"]
    let algorithms = SignatureAlgorithm.allCases.map(\.rawValue)
    metadata.tokenEndpointAuthMethodsSupported = ["none"] + confidential
    metadata.tokenEndpointAuthSigningAlgorithms = algorithms
    metadata.revocationEndpointAuthMethodsSupported = ["none"] + confidential
    metadata.revocationEndpointAuthSigningAlgorithms = algorithms
    metadata.introspectionEndpointAuthMethodsSupported = confidential
    metadata.introspectionEndpointAuthSigningAlgorithms = algorithms
    metadata.introspectionSigningAlgorithms = [SignatureAlgorithm.es256.rawValue]
    metadata.dpopSigningAlgorithms = DPoPRules.standard.algorithms.map(\.rawValue).sorted()
    metadata.codeChallengeMethodsSupported = [PKCE.method]
    // "The algorithm RS256 MUST be included" among those for ID tokens, unless the operator gave it
    // no such key.
    let signing = keys.algorithms.map(\.rawValue)
    metadata.idTokenSigningAlgorithms = signing
    metadata.userInfoSigningAlgorithms = signing
    metadata.authorizationResponseSigningAlgorithms = signing
    metadata.subjectTypesSupported = ["public", "pairwise"]
    metadata.claimsSupported =
      [
        "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid", "acr", "amr",
      ]
      + ReleaseClaims.claims.sorted { $0.key < $1.key }.flatMap(\.value)
    // "authorization_response_iss_parameter_supported: Boolean parameter indicating whether
    // the authorization server provides the "iss" parameter in the authorization response".
    // https://www.rfc-editor.org/rfc/rfc9207#section-3
    metadata.authorizationResponseIssParameterSupported = true
    // OIDC Discovery: `request_uri` is supported unless the metadata says false.
    metadata.requestURIParameterSupported = false
    try publishLogout(in: &metadata, tellingClients: tellsClients)
    metadata.promptValuesSupported = ["none", "login", "consent", "select_account"]
    metadata.requestObjectSigningAlgorithms = algorithms
    metadata.acrValuesSupported = [AuthenticationContext.password]
    metadata.additional = [
      "request_parameter_supported": true, "claims_parameter_supported": true,
    ]
    return metadata
  }
}
