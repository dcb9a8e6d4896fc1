// SPDX-License-Identifier: Apache-2.0

// Longer than 150 lines: one property a line for every registered member, which nothing would be
// won by parting.

public import CoatcheckJOSE

/// What an authorization server says about itself.
///
/// [RFC 8414 §2](https://www.rfc-editor.org/rfc/rfc8414#section-2),
/// [OIDC Discovery §3](https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata),
/// and the [registry](https://www.iana.org/assignments/oauth-parameters/) of what other
/// specifications add.
/// Where there is no discovery, make one by hand: the properties can be set. A list that is nil was
/// not in the document, which often has a meaning of its own.
public struct ServerMetadata: Sendable {
  /// Who it is.
  public let issuer: Issuer

  // MARK: Where things are

  /// `authorization_endpoint`: where browsers are sent.
  public var authorizationEndpoint: Endpoint?
  /// `token_endpoint`: where codes and refresh tokens are redeemed.
  public var tokenEndpoint: Endpoint?
  /// `jwks_uri`: where its public keys are.
  public var jwksURI: Endpoint?
  /// `userinfo_endpoint`: where claims about the user are.
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
  /// `pushed_authorization_request_endpoint`: where requests are pushed.
  public var pushedAuthorizationRequestEndpoint: Endpoint?
  /// `backchannel_authentication_endpoint`: where the user is prompted on another device (CIBA).
  public var backchannelAuthenticationEndpoint: Endpoint?
  /// `check_session_iframe`: the page that tells whether the browser's session changed.
  public var checkSessionIframe: Endpoint?
  /// `challenge_endpoint`: where challenges for client attestations are given out.
  public var challengeEndpoint: Endpoint?

  // MARK: Documents for users and developers

  /// `service_documentation`: an address for developers to read.
  public var serviceDocumentation: String?
  /// `op_policy_uri`: what clients may do with the data.
  public var policyURI: String?
  /// `op_tos_uri`: the terms of service.
  public var termsOfServiceURI: String?
  /// `signed_metadata`: the same members as a JWT. They are not read.
  public var signedMetadata: String?

  // MARK: What may be asked for

  /// `scopes_supported`.
  public var scopesSupported: [String]?
  /// `response_types_supported`.
  public var responseTypesSupported: [String]?
  /// `response_modes_supported`.
  public var responseModesSupported: [String]?
  /// `grant_types_supported`.
  public var grantTypesSupported: [String]?
  /// `authorization_grant_profiles_supported`.
  public var authorizationGrantProfilesSupported: [String]?
  /// `code_challenge_methods_supported`.
  public var codeChallengeMethodsSupported: [String]?
  /// `acr_values_supported`.
  public var acrValuesSupported: [String]?
  /// `subject_types_supported`.
  public var subjectTypesSupported: [String]?
  /// `display_values_supported`.
  public var displayValuesSupported: [String]?
  /// `prompt_values_supported`.
  public var promptValuesSupported: [String]?
  /// `claim_types_supported`.
  public var claimTypesSupported: [String]?
  /// `claims_supported`.
  public var claimsSupported: [String]?
  /// `claims_locales_supported`.
  public var claimsLocalesSupported: [String]?
  /// `ui_locales_supported`.
  public var uiLocalesSupported: [String]?
  /// `authorization_details_types_supported`: RFC 9396 §10.
  public var authorizationDetailsTypesSupported: [String]?
  /// `protected_resources`: the APIs it issues tokens for (RFC 9728 §4).
  public var protectedResources: [String]?
  /// `backchannel_token_delivery_modes_supported`: `poll`, `ping`, `push`.
  public var backchannelTokenDeliveryModesSupported: [String]?

  // MARK: Client authentication

  /// `token_endpoint_auth_methods_supported`.
  public var tokenEndpointAuthMethodsSupported: [String]?
  /// `token_endpoint_auth_signing_alg_values_supported`.
  public var tokenEndpointAuthSigningAlgorithms: [String]?
  /// `revocation_endpoint_auth_methods_supported`.
  public var revocationEndpointAuthMethodsSupported: [String]?
  /// `revocation_endpoint_auth_signing_alg_values_supported`.
  public var revocationEndpointAuthSigningAlgorithms: [String]?
  /// `introspection_endpoint_auth_methods_supported`.
  public var introspectionEndpointAuthMethodsSupported: [String]?
  /// `introspection_endpoint_auth_signing_alg_values_supported`.
  public var introspectionEndpointAuthSigningAlgorithms: [String]?
  /// `client_attestation_signing_alg_values_supported`.
  public var clientAttestationSigningAlgorithms: [String]?
  /// `client_attestation_pop_signing_alg_values_supported`.
  public var clientAttestationProofSigningAlgorithms: [String]?
  /// `dpop_signing_alg_values_supported`: RFC 9449 §5.1.
  public var dpopSigningAlgorithms: [String]?

  // MARK: How tokens, answers and requests are signed and encrypted

  /// `id_token_signing_alg_values_supported`.
  public var idTokenSigningAlgorithms: [String]?
  /// `id_token_encryption_alg_values_supported`: how the key is encrypted.
  public var idTokenEncryptionAlgorithms: [String]?
  /// `id_token_encryption_enc_values_supported`: how the content is encrypted.
  public var idTokenContentEncryptions: [String]?
  /// `userinfo_signing_alg_values_supported`.
  public var userInfoSigningAlgorithms: [String]?
  /// `userinfo_encryption_alg_values_supported`: how the key is encrypted.
  public var userInfoEncryptionAlgorithms: [String]?
  /// `userinfo_encryption_enc_values_supported`: how the content is encrypted.
  public var userInfoContentEncryptions: [String]?
  /// `request_object_signing_alg_values_supported`.
  public var requestObjectSigningAlgorithms: [String]?
  /// `request_object_encryption_alg_values_supported`: how the key is encrypted.
  public var requestObjectEncryptionAlgorithms: [String]?
  /// `request_object_encryption_enc_values_supported`: how the content is encrypted.
  public var requestObjectContentEncryptions: [String]?
  /// `authorization_signing_alg_values_supported`.
  public var authorizationResponseSigningAlgorithms: [String]?
  /// `authorization_encryption_alg_values_supported`: how the key is encrypted.
  public var authorizationResponseEncryptionAlgorithms: [String]?
  /// `authorization_encryption_enc_values_supported`: how the content is encrypted.
  public var authorizationResponseContentEncryptions: [String]?
  /// `introspection_signing_alg_values_supported`.
  public var introspectionSigningAlgorithms: [String]?
  /// `introspection_encryption_alg_values_supported`: how the key is encrypted.
  public var introspectionEncryptionAlgorithms: [String]?
  /// `introspection_encryption_enc_values_supported`: how the content is encrypted.
  public var introspectionContentEncryptions: [String]?
  /// `backchannel_authentication_request_signing_alg_values_supported`.
  public var backchannelRequestSigningAlgorithms: [String]?

  // MARK: Yes or no

  /// `authorization_response_iss_parameter_supported`: whether every callback names the issuer
  /// ([RFC 9207 §3](https://www.rfc-editor.org/rfc/rfc9207#section-3)). If so, it must.
  public var authorizationResponseIssParameterSupported = false
  /// `require_pushed_authorization_requests`: RFC 9126 §5: requests must be pushed.
  public var requiresPushedAuthorizationRequests = false
  /// `require_signed_request_object`: RFC 9101 §10.5: requests have to be signed.
  public var requiresSignedRequestObject = false
  /// `claims_parameter_supported`.
  public var claimsParameterSupported = false
  /// `request_parameter_supported`: whether request objects are taken by value.
  public var requestParameterSupported = false
  /// `require_request_uri_registration`.
  public var requiresRequestURIRegistration = false
  /// `tls_client_certificate_bound_access_tokens`: RFC 8705 §3.3.
  public var certificateBoundAccessTokens = false
  /// `backchannel_user_code_parameter_supported`.
  public var backchannelUserCodeParameterSupported = false
  /// `frontchannel_logout_supported`.
  public var frontchannelLogoutSupported = false
  /// `frontchannel_logout_session_supported`: whether `iss` and `sid` are sent there.
  public var frontchannelLogoutSessionSupported = false
  /// `backchannel_logout_supported`.
  public var backchannelLogoutSupported = false
  /// `backchannel_logout_session_supported`: whether logout tokens may name a session.
  public var backchannelLogoutSessionSupported = false
  /// `native_sso_supported`: whether a device secret signs in other apps of the device.
  public var nativeSSOSupported = false
  /// `client_id_metadata_document_supported`: whether a client id may be the address of the
  /// client's own metadata.
  public var clientIDMetadataDocumentSupported = false
  /// `request_uri_parameter_supported`: whether the issuer fetches request objects.
  ///
  /// OIDC Discovery §3: "If omitted, the default value is true."
  public var requestURIParameterSupported = true

  // MARK: And the rest

  /// `mtls_endpoint_aliases`: where clients with a certificate go instead, by the name of the
  /// member they go instead of ([RFC 8705 §5](https://www.rfc-editor.org/rfc/rfc8705#section-5));
  /// see ``forMutualTLS``.
  public var mtlsEndpointAliases: [String: Endpoint] = [:]
  /// All other members.
  public var additional: JSONObject = [:]

  /// An issuer about which nothing is known yet.
  public init(issuer: Issuer) {
    self.issuer = issuer
  }
}
