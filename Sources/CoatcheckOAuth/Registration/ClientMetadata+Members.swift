// SPDX-License-Identifier: Apache-2.0

/// The names of the metadata members with their properties.
extension ClientMetadata {
  typealias Members<Value> = KeyValuePairs<String, WritableKeyPath<ClientMetadata, Value>>

  /// The members whose value is an array of strings.
  static var lists: Members<[String]?> {
    [
      "contacts": \.contacts,
      "redirect_uris": \.redirectURIs,
      "grant_types": \.grantTypes,
      "response_types": \.responseTypes,
      "post_logout_redirect_uris": \.postLogoutRedirectURIs,
      "request_uris": \.requestURIs,
      "default_acr_values": \.defaultACRValues,
      "authorization_details_types": \.authorizationDetailsTypes,
    ]
  }

  /// The members whose value is a string.
  static var texts: Members<String?> {
    [
      "client_name": \.name,
      "client_uri": \.clientURI,
      "logo_uri": \.logoURI,
      "tos_uri": \.termsOfServiceURI,
      "policy_uri": \.policyURI,
      "software_id": \.softwareID,
      "software_version": \.softwareVersion,
      "scope": \.scope,
      "application_type": \.applicationType,
      "initiate_login_uri": \.initiateLoginURI,
      "sector_identifier_uri": \.sectorIdentifierURI,
      "subject_type": \.subjectType,
      "token_endpoint_auth_method": \.tokenEndpointAuthMethod,
      "token_endpoint_auth_signing_alg": \.tokenEndpointAuthSigningAlgorithm,
      "jwks_uri": \.jwksURI,
      "tls_client_auth_subject_dn": \.certificateSubject,
      "tls_client_auth_san_dns": \.certificateDNSName,
      "tls_client_auth_san_uri": \.certificateURI,
      "tls_client_auth_san_ip": \.certificateIPAddress,
      "tls_client_auth_san_email": \.certificateEmailAddress,
      "id_token_signed_response_alg": \.idTokenSigningAlgorithm,
      "id_token_encrypted_response_alg": \.idTokenEncryptionAlgorithm,
      "id_token_encrypted_response_enc": \.idTokenContentEncryption,
      "userinfo_signed_response_alg": \.userInfoSigningAlgorithm,
      "userinfo_encrypted_response_alg": \.userInfoEncryptionAlgorithm,
      "userinfo_encrypted_response_enc": \.userInfoContentEncryption,
      "authorization_signed_response_alg": \.authorizationResponseSigningAlgorithm,
      "authorization_encrypted_response_alg": \.authorizationResponseEncryptionAlgorithm,
      "authorization_encrypted_response_enc": \.authorizationResponseContentEncryption,
      "introspection_signed_response_alg": \.introspectionSigningAlgorithm,
      "introspection_encrypted_response_alg": \.introspectionEncryptionAlgorithm,
      "introspection_encrypted_response_enc": \.introspectionContentEncryption,
      "request_object_signing_alg": \.requestObjectSigningAlgorithm,
      "request_object_encryption_alg": \.requestObjectEncryptionAlgorithm,
      "request_object_encryption_enc": \.requestObjectContentEncryption,
      "backchannel_logout_uri": \.backchannelLogoutURI,
      "frontchannel_logout_uri": \.frontchannelLogoutURI,
      "backchannel_token_delivery_mode": \.backchannelTokenDeliveryMode,
      "backchannel_client_notification_endpoint": \.backchannelNotificationEndpoint,
      "backchannel_authentication_request_signing_alg": \.backchannelRequestSigningAlgorithm,
    ]
  }

  /// The members whose value is a Boolean.
  static var flags: Members<Bool?> {
    [
      "require_auth_time": \.requiresAuthTime,
      "use_mtls_endpoint_aliases": \.usesMTLSEndpointAliases,
      "tls_client_certificate_bound_access_tokens": \.certificateBoundAccessTokens,
      "dpop_bound_access_tokens": \.dpopBoundAccessTokens,
      "require_pushed_authorization_requests": \.requiresPushedAuthorizationRequests,
      "require_signed_request_object": \.requiresSignedRequestObject,
      "backchannel_logout_session_required": \.backchannelLogoutSessionRequired,
      "frontchannel_logout_session_required": \.frontchannelLogoutSessionRequired,
      "backchannel_user_code_parameter": \.backchannelUserCodeParameter,
    ]
  }

  /// The names of all members that this library reads.
  static let knownMembers = Set(
    lists.map(\.key) + texts.map(\.key) + flags.map(\.key) + [maxAgeMember, jwksMember])

  static let maxAgeMember = "default_max_age"
  static let jwksMember = "jwks"
}
