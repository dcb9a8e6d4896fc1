// SPDX-License-Identifier: Apache-2.0

// Longer than 150 lines: one property for every registered member, which splitting would not make clearer.

public import CoatcheckJOSE

/// The metadata of an authorization server: its endpoints, and what it supports.
///
/// [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2),
/// [OIDC Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata), and
/// the [registry](https://www.iana.org/assignments/oauth-parameters/) of what other specifications add.
/// For a server without discovery, create a value and set its properties. A list that is nil was not in
/// the document, which often has a meaning of its own.
public struct ServerMetadata: Sendable {
  /// `issuer`: the identifier of the authorization server.
  public let issuer: Issuer

  // MARK: Where things are

  /// `authorization_endpoint`: where browsers are sent for a sign-in.
  public var authorizationEndpoint: Endpoint?
  /// `token_endpoint`: where clients redeem codes, refresh tokens and other grants.
  public var tokenEndpoint: Endpoint?
  /// `jwks_uri`: the address of its public keys.
  public var jwksURI: Endpoint?
  /// `userinfo_endpoint`: where clients get claims about the user.
  public var userInfoEndpoint: Endpoint?
  /// `revocation_endpoint`: where clients revoke tokens.
  public var revocationEndpoint: Endpoint?
  /// `introspection_endpoint`: where resource servers request the state of a token.
  public var introspectionEndpoint: Endpoint?
  /// `end_session_endpoint`: where browsers are sent for a sign-out.
  public var endSessionEndpoint: Endpoint?
  /// `registration_endpoint`: where clients register themselves.
  public var registrationEndpoint: Endpoint?
  /// `device_authorization_endpoint`: where a device without a browser starts a sign-in.
  public var deviceAuthorizationEndpoint: Endpoint?
  /// `pushed_authorization_request_endpoint`: where clients push authorization requests.
  public var pushedAuthorizationRequestEndpoint: Endpoint?
  /// `backchannel_authentication_endpoint`: where clients request that the user is prompted on another
  /// device (CIBA).
  public var backchannelAuthenticationEndpoint: Endpoint?
  /// `check_session_iframe`: the page that reports whether the login session of the browser changed.
  public var checkSessionIframe: Endpoint?
  /// `challenge_endpoint`: where clients get challenges for client attestations.
  public var challengeEndpoint: Endpoint?

  // MARK: Documents for users and developers

  /// `service_documentation`: the address of a page for developers.
  public var serviceDocumentation: String?
  /// `op_policy_uri`: the address of a page about what clients may do with the data.
  public var policyURI: String?
  /// `op_tos_uri`: the address of the terms of service.
  public var termsOfServiceURI: String?
  /// `signed_metadata`: the same members as a signed JWT. It is not verified, and its members are not
  /// used.
  public var signedMetadata: String?

  // MARK: What may be asked for

  /// `scopes_supported`: scopes that may be requested; not necessarily all of them.
  public var scopesSupported: [String]?
  /// `response_types_supported`: the values of `response_type`, such as `code`.
  public var responseTypesSupported: [String]?
  /// `response_modes_supported`: the values of `response_mode`, such as `query` or `form_post`.
  public var responseModesSupported: [String]?
  /// `grant_types_supported`: the values of `grant_type`, such as `authorization_code`.
  public var grantTypesSupported: [String]?
  /// `authorization_grant_profiles_supported`: the profiles of assertion grants, by their names.
  public var authorizationGrantProfilesSupported: [String]?
  /// `code_challenge_methods_supported`: the methods of PKCE, such as `S256`; nil means that PKCE may be
  /// unsupported.
  public var codeChallengeMethodsSupported: [String]?
  /// `acr_values_supported`: the authentication context classes that may be requested.
  public var acrValuesSupported: [String]?
  /// `subject_types_supported`: the kinds of `sub`: `public`, `pairwise`.
  public var subjectTypesSupported: [String]?
  /// `display_values_supported`: the values of `display`, such as `page` or `popup`.
  public var displayValuesSupported: [String]?
  /// `prompt_values_supported`: the values of `prompt`, such as `login` or `create`.
  public var promptValuesSupported: [String]?
  /// `claim_types_supported`: `normal`, `aggregated`, `distributed`.
  public var claimTypesSupported: [String]?
  /// `claims_supported`: names of claims that may be returned; not necessarily all of them.
  public var claimsSupported: [String]?
  /// `claims_locales_supported`: the languages of claims, as language tags.
  public var claimsLocalesSupported: [String]?
  /// `ui_locales_supported`: the languages of its pages, as language tags.
  public var uiLocalesSupported: [String]?
  /// `authorization_details_types_supported`: the types of authorization details
  /// ([RFC 9396 §10](https://www.rfc-editor.org/rfc/rfc9396#section-10)).
  public var authorizationDetailsTypesSupported: [String]?
  /// `protected_resources`: the identifiers of the resource servers it issues tokens for
  /// ([RFC 9728 §4](https://www.rfc-editor.org/rfc/rfc9728#section-4)).
  public var protectedResources: [String]?
  /// `backchannel_token_delivery_modes_supported`: how CIBA tokens reach the client: `poll`, `ping`,
  /// `push`.
  public var backchannelTokenDeliveryModesSupported: [String]?

  // MARK: Client authentication

  /// `token_endpoint_auth_methods_supported`: the methods of client authentication at the token endpoint,
  /// such as `client_secret_basic`.
  public var tokenEndpointAuthMethodsSupported: [String]?
  /// `token_endpoint_auth_signing_alg_values_supported`: the algorithms of the client assertions there.
  public var tokenEndpointAuthSigningAlgorithms: [String]?
  /// `revocation_endpoint_auth_methods_supported`: the methods of client authentication at the revocation
  /// endpoint.
  public var revocationEndpointAuthMethodsSupported: [String]?
  /// `revocation_endpoint_auth_signing_alg_values_supported`: the algorithms of the client assertions
  /// there.
  public var revocationEndpointAuthSigningAlgorithms: [String]?
  /// `introspection_endpoint_auth_methods_supported`: the methods of authentication at the introspection
  /// endpoint.
  public var introspectionEndpointAuthMethodsSupported: [String]?
  /// `introspection_endpoint_auth_signing_alg_values_supported`: the algorithms of the assertions there.
  public var introspectionEndpointAuthSigningAlgorithms: [String]?
  /// `client_attestation_signing_alg_values_supported`: the algorithms of client attestations.
  public var clientAttestationSigningAlgorithms: [String]?
  /// `client_attestation_pop_signing_alg_values_supported`: the algorithms of the proofs of possession
  /// that are sent with client attestations.
  public var clientAttestationProofSigningAlgorithms: [String]?
  /// `dpop_signing_alg_values_supported`: the algorithms of DPoP proofs
  /// ([RFC 9449 §5.1](https://www.rfc-editor.org/rfc/rfc9449#section-5.1)).
  public var dpopSigningAlgorithms: [String]?

  // MARK: How tokens, answers and requests are signed and encrypted

  /// `id_token_signing_alg_values_supported`: how ID tokens are signed.
  public var idTokenSigningAlgorithms: [String]?
  /// `id_token_encryption_alg_values_supported`: how the content key of ID tokens is encrypted.
  public var idTokenEncryptionAlgorithms: [String]?
  /// `id_token_encryption_enc_values_supported`: how the content of ID tokens is encrypted.
  public var idTokenContentEncryptions: [String]?
  /// `userinfo_signing_alg_values_supported`: how userinfo responses are signed.
  public var userInfoSigningAlgorithms: [String]?
  /// `userinfo_encryption_alg_values_supported`: how the content key of userinfo responses is encrypted.
  public var userInfoEncryptionAlgorithms: [String]?
  /// `userinfo_encryption_enc_values_supported`: how the content of userinfo responses is encrypted.
  public var userInfoContentEncryptions: [String]?
  /// `request_object_signing_alg_values_supported`: how request objects may be signed.
  public var requestObjectSigningAlgorithms: [String]?
  /// `request_object_encryption_alg_values_supported`: how the content key of request objects may be
  /// encrypted.
  public var requestObjectEncryptionAlgorithms: [String]?
  /// `request_object_encryption_enc_values_supported`: how the content of request objects may be
  /// encrypted.
  public var requestObjectContentEncryptions: [String]?
  /// `authorization_signing_alg_values_supported`: how authorization responses are signed that are a JWT.
  public var authorizationResponseSigningAlgorithms: [String]?
  /// `authorization_encryption_alg_values_supported`: how the content key of such responses is encrypted.
  public var authorizationResponseEncryptionAlgorithms: [String]?
  /// `authorization_encryption_enc_values_supported`: how the content of such responses is encrypted.
  public var authorizationResponseContentEncryptions: [String]?
  /// `introspection_signing_alg_values_supported`: how introspection responses are signed that are a JWT.
  public var introspectionSigningAlgorithms: [String]?
  /// `introspection_encryption_alg_values_supported`: how the content key of such responses is encrypted.
  public var introspectionEncryptionAlgorithms: [String]?
  /// `introspection_encryption_enc_values_supported`: how the content of such responses is encrypted.
  public var introspectionContentEncryptions: [String]?
  /// `backchannel_authentication_request_signing_alg_values_supported`: how signed authentication
  /// requests of CIBA may be signed.
  public var backchannelRequestSigningAlgorithms: [String]?

  // MARK: Yes or no

  /// `authorization_response_iss_parameter_supported`: whether each authorization response has the
  /// parameter `iss` ([RFC 9207 §3](https://www.rfc-editor.org/rfc/rfc9207#section-3)). If so, a response
  /// without it must not be accepted.
  public var authorizationResponseIssParameterSupported = false
  /// `require_pushed_authorization_requests`: whether authorization requests have to be pushed
  /// ([RFC 9126 §5](https://www.rfc-editor.org/rfc/rfc9126#section-5)).
  public var requiresPushedAuthorizationRequests = false
  /// `require_signed_request_object`: whether authorization requests have to be signed request objects
  /// ([RFC 9101 §10.5](https://www.rfc-editor.org/rfc/rfc9101#section-10.5)).
  public var requiresSignedRequestObject = false
  /// `claims_parameter_supported`: whether the parameter `claims` is accepted.
  public var claimsParameterSupported = false
  /// `request_parameter_supported`: whether request objects are accepted in the parameter `request`.
  public var requestParameterSupported = false
  /// `require_request_uri_registration`: whether a `request_uri` of the client has to be registered.
  public var requiresRequestURIRegistration = false
  /// `tls_client_certificate_bound_access_tokens`: whether it issues access tokens that are bound to the
  /// certificate of the client ([RFC 8705 §3.3](https://www.rfc-editor.org/rfc/rfc8705#section-3.3)).
  public var certificateBoundAccessTokens = false
  /// `backchannel_user_code_parameter_supported`: whether a CIBA request may have the parameter
  /// `user_code`.
  public var backchannelUserCodeParameterSupported = false
  /// `frontchannel_logout_supported`: whether a sign-out is reported to clients through the browser.
  public var frontchannelLogoutSupported = false
  /// `frontchannel_logout_session_supported`: whether `iss` and `sid` are sent in that report.
  public var frontchannelLogoutSessionSupported = false
  /// `backchannel_logout_supported`: whether a sign-out is reported to clients by logout tokens.
  public var backchannelLogoutSupported = false
  /// `backchannel_logout_session_supported`: whether logout tokens may name a session.
  public var backchannelLogoutSessionSupported = false
  /// `native_sso_supported`: whether a device secret signs the user in to other apps of the device.
  public var nativeSSOSupported = false
  /// `client_id_metadata_document_supported`: whether a client id may be the address of the
  /// client's own metadata.
  public var clientIDMetadataDocumentSupported = false
  /// `request_uri_parameter_supported`: whether it accepts the parameter `request_uri` of a client, and
  /// fetches the request object.
  ///
  /// [OIDC Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata):
  /// "If omitted, the default value is true."
  public var requestURIParameterSupported = true

  // MARK: And the rest

  /// `mtls_endpoint_aliases`: the endpoints for clients that connect with a TLS certificate, by the name
  /// of the member that they replace ([RFC 8705 §5](https://www.rfc-editor.org/rfc/rfc8705#section-5));
  /// see ``forMutualTLS``.
  public var mtlsEndpointAliases: [String: Endpoint] = [:]
  /// All other members of the document, as they are.
  public var additional: JSONObject = [:]

  /// Creates metadata with the issuer only. The other properties can be set.
  public init(issuer: Issuer) {
    self.issuer = issuer
  }
}
