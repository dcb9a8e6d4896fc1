// SPDX-License-Identifier: Apache-2.0

/// The names of the metadata members with their properties.
extension ServerMetadata {
  typealias Members<Value> = KeyValuePairs<String, WritableKeyPath<ServerMetadata, Value>>

  /// The members whose value is an endpoint.
  static var endpoints: Members<Endpoint?> {
    [
      "authorization_endpoint": \.authorizationEndpoint,
      "token_endpoint": \.tokenEndpoint,
      "jwks_uri": \.jwksURI,
      "userinfo_endpoint": \.userInfoEndpoint,
      "revocation_endpoint": \.revocationEndpoint,
      "introspection_endpoint": \.introspectionEndpoint,
      "end_session_endpoint": \.endSessionEndpoint,
      "registration_endpoint": \.registrationEndpoint,
      "device_authorization_endpoint": \.deviceAuthorizationEndpoint,
      "pushed_authorization_request_endpoint": \.pushedAuthorizationRequestEndpoint,
      "backchannel_authentication_endpoint": \.backchannelAuthenticationEndpoint,
      "check_session_iframe": \.checkSessionIframe,
      "challenge_endpoint": \.challengeEndpoint,
    ]
  }

  /// The members whose value is an array of strings.
  static var lists: Members<[String]?> {
    [
      "scopes_supported": \.scopesSupported,
      "response_types_supported": \.responseTypesSupported,
      "response_modes_supported": \.responseModesSupported,
      "grant_types_supported": \.grantTypesSupported,
      "authorization_grant_profiles_supported": \.authorizationGrantProfilesSupported,
      "code_challenge_methods_supported": \.codeChallengeMethodsSupported,
      "acr_values_supported": \.acrValuesSupported,
      "subject_types_supported": \.subjectTypesSupported,
      "display_values_supported": \.displayValuesSupported,
      "prompt_values_supported": \.promptValuesSupported,
      "claim_types_supported": \.claimTypesSupported,
      "claims_supported": \.claimsSupported,
      "claims_locales_supported": \.claimsLocalesSupported,
      "ui_locales_supported": \.uiLocalesSupported,
      "authorization_details_types_supported": \.authorizationDetailsTypesSupported,
      "protected_resources": \.protectedResources,
      "backchannel_token_delivery_modes_supported": \.backchannelTokenDeliveryModesSupported,
      "token_endpoint_auth_methods_supported": \.tokenEndpointAuthMethodsSupported,
      "token_endpoint_auth_signing_alg_values_supported": \.tokenEndpointAuthSigningAlgorithms,
      "revocation_endpoint_auth_methods_supported": \.revocationEndpointAuthMethodsSupported,
      "revocation_endpoint_auth_signing_alg_values_supported":
        \.revocationEndpointAuthSigningAlgorithms,
      "introspection_endpoint_auth_methods_supported": \.introspectionEndpointAuthMethodsSupported,
      "introspection_endpoint_auth_signing_alg_values_supported":
        \.introspectionEndpointAuthSigningAlgorithms,
      "client_attestation_signing_alg_values_supported": \.clientAttestationSigningAlgorithms,
      "client_attestation_pop_signing_alg_values_supported":
        \.clientAttestationProofSigningAlgorithms,
      "dpop_signing_alg_values_supported": \.dpopSigningAlgorithms,
      "id_token_signing_alg_values_supported": \.idTokenSigningAlgorithms,
      "id_token_encryption_alg_values_supported": \.idTokenEncryptionAlgorithms,
      "id_token_encryption_enc_values_supported": \.idTokenContentEncryptions,
      "userinfo_signing_alg_values_supported": \.userInfoSigningAlgorithms,
      "userinfo_encryption_alg_values_supported": \.userInfoEncryptionAlgorithms,
      "userinfo_encryption_enc_values_supported": \.userInfoContentEncryptions,
      "request_object_signing_alg_values_supported": \.requestObjectSigningAlgorithms,
      "request_object_encryption_alg_values_supported": \.requestObjectEncryptionAlgorithms,
      "request_object_encryption_enc_values_supported": \.requestObjectContentEncryptions,
      "authorization_signing_alg_values_supported": \.authorizationResponseSigningAlgorithms,
      "authorization_encryption_alg_values_supported": \.authorizationResponseEncryptionAlgorithms,
      "authorization_encryption_enc_values_supported": \.authorizationResponseContentEncryptions,
      "introspection_signing_alg_values_supported": \.introspectionSigningAlgorithms,
      "introspection_encryption_alg_values_supported": \.introspectionEncryptionAlgorithms,
      "introspection_encryption_enc_values_supported": \.introspectionContentEncryptions,
      "backchannel_authentication_request_signing_alg_values_supported":
        \.backchannelRequestSigningAlgorithms,
    ]
  }

  /// The members whose value is a string.
  static var texts: Members<String?> {
    [
      "service_documentation": \.serviceDocumentation,
      "op_policy_uri": \.policyURI,
      "op_tos_uri": \.termsOfServiceURI,
      "signed_metadata": \.signedMetadata,
    ]
  }

  /// The members whose value is a Boolean; an absent one is false.
  static var flags: Members<Bool> {
    [
      "authorization_response_iss_parameter_supported":
        \.authorizationResponseIssParameterSupported,
      "require_pushed_authorization_requests": \.requiresPushedAuthorizationRequests,
      "require_signed_request_object": \.requiresSignedRequestObject,
      "claims_parameter_supported": \.claimsParameterSupported,
      "request_parameter_supported": \.requestParameterSupported,
      "require_request_uri_registration": \.requiresRequestURIRegistration,
      "tls_client_certificate_bound_access_tokens": \.certificateBoundAccessTokens,
      "backchannel_user_code_parameter_supported": \.backchannelUserCodeParameterSupported,
      "frontchannel_logout_supported": \.frontchannelLogoutSupported,
      "frontchannel_logout_session_supported": \.frontchannelLogoutSessionSupported,
      "backchannel_logout_supported": \.backchannelLogoutSupported,
      "backchannel_logout_session_supported": \.backchannelLogoutSessionSupported,
      "native_sso_supported": \.nativeSSOSupported,
      "client_id_metadata_document_supported": \.clientIDMetadataDocumentSupported,
    ]
  }

  /// All endpoints in the document, including the mutual TLS aliases.
  package var namedEndpoints: [Endpoint] {
    Self.endpoints.compactMap { self[keyPath: $0.value] } + mtlsEndpointAliases.values
  }

  /// The names of all members that this library reads.
  static let knownMembers = Set(
    endpoints.map(\.key) + lists.map(\.key) + texts.map(\.key) + flags.map(\.key)
      + [issuerMember, requestURIMember, aliasesMember])

  static let issuerMember = "issuer"
  static let requestURIMember = "request_uri_parameter_supported"
  static let aliasesMember = "mtls_endpoint_aliases"
}
