// SPDX-License-Identifier: Apache-2.0

// Longer than 150 lines: one property a line for every registered member, as in ServerMetadata.

public import CoatcheckJOSE

/// What a client says about itself when it registers.
///
/// What is nil is left to the server. Addresses are texts here: a client's own may have any scheme, and
/// a server looks at them by its own rules.
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
/// [OIDC Registration §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata),
/// and the [registry](https://www.iana.org/assignments/oauth-parameters/) of what other
/// specifications add.
public struct ClientMetadata: Sendable {
  // MARK: What users see

  /// `client_name`: the name that users see. Names in other languages (`client_name#ja`)
  /// are in ``additional``.
  public var name: String?
  /// `client_uri`: a page about it.
  public var clientURI: String?
  /// `logo_uri`: its picture.
  public var logoURI: String?
  /// `tos_uri`: its terms of service.
  public var termsOfServiceURI: String?
  /// `policy_uri`: its privacy policy.
  public var policyURI: String?
  /// `contacts`: whom to write to.
  public var contacts: [String]?
  /// `software_id`: the same for every instance of the software.
  public var softwareID: String?
  /// `software_version`: the version of the software.
  public var softwareVersion: String?

  // MARK: What it does

  /// `redirect_uris`: where answers may arrive.
  public var redirectURIs: [String]?
  /// `grant_types`: what it will send to the token endpoint; nil means `authorization_code`.
  public var grantTypes: [String]?
  /// `response_types`: what it will ask the authorization endpoint for; nil means `code`.
  public var responseTypes: [String]?
  /// `scope`: the scopes it may ask for, parted by spaces.
  public var scope: String?
  /// `application_type`: `native` or `web`; nil means `web`.
  public var applicationType: String?
  /// `post_logout_redirect_uris`: where browsers may be sent after signing out.
  public var postLogoutRedirectURIs: [String]?
  /// `initiate_login_uri`: where a sign-in may be begun by others.
  public var initiateLoginURI: String?
  /// `request_uris`: where its request objects may be fetched.
  public var requestURIs: [String]?
  /// `default_acr_values`.
  public var defaultACRValues: [String]?
  /// `require_auth_time`.
  public var requiresAuthTime: Bool?
  /// `authorization_details_types`: RFC 9396 §10.
  public var authorizationDetailsTypes: [String]?
  /// `sector_identifier_uri`.
  public var sectorIdentifierURI: String?
  /// `subject_type`: `pairwise` or `public`.
  public var subjectType: String?

  // MARK: Client authentication

  /// `token_endpoint_auth_method`: nil means `client_secret_basic`.
  public var tokenEndpointAuthMethod: String?
  /// `token_endpoint_auth_signing_alg`.
  public var tokenEndpointAuthSigningAlgorithm: String?
  /// `jwks_uri`: where its public keys are.
  public var jwksURI: String?
  /// `tls_client_auth_subject_dn`: RFC 8705 §2.1.2.
  public var certificateSubject: String?
  /// `tls_client_auth_san_dns`.
  public var certificateDNSName: String?
  /// `tls_client_auth_san_uri`.
  public var certificateURI: String?
  /// `tls_client_auth_san_ip`.
  public var certificateIPAddress: String?
  /// `tls_client_auth_san_email`.
  public var certificateEmailAddress: String?
  /// `use_mtls_endpoint_aliases`.
  public var usesMTLSEndpointAliases: Bool?
  /// `tls_client_certificate_bound_access_tokens`: RFC 8705 §3.4.
  public var certificateBoundAccessTokens: Bool?
  /// `dpop_bound_access_tokens`: RFC 9449 §5.2.
  public var dpopBoundAccessTokens: Bool?
  /// `require_pushed_authorization_requests`: RFC 9126 §6.
  public var requiresPushedAuthorizationRequests: Bool?
  /// `require_signed_request_object`: RFC 9101 §10.5.
  public var requiresSignedRequestObject: Bool?

  // MARK: How what it gets is signed and encrypted

  /// `id_token_signed_response_alg`.
  public var idTokenSigningAlgorithm: String?
  /// `id_token_encrypted_response_alg`: how the key is encrypted.
  public var idTokenEncryptionAlgorithm: String?
  /// `id_token_encrypted_response_enc`: how the content is encrypted.
  public var idTokenContentEncryption: String?
  /// `userinfo_signed_response_alg`.
  public var userInfoSigningAlgorithm: String?
  /// `userinfo_encrypted_response_alg`: how the key is encrypted.
  public var userInfoEncryptionAlgorithm: String?
  /// `userinfo_encrypted_response_enc`: how the content is encrypted.
  public var userInfoContentEncryption: String?
  /// `authorization_signed_response_alg`.
  public var authorizationResponseSigningAlgorithm: String?
  /// `authorization_encrypted_response_alg`: how the key is encrypted.
  public var authorizationResponseEncryptionAlgorithm: String?
  /// `authorization_encrypted_response_enc`: how the content is encrypted.
  public var authorizationResponseContentEncryption: String?
  /// `introspection_signed_response_alg`.
  public var introspectionSigningAlgorithm: String?
  /// `introspection_encrypted_response_alg`: how the key is encrypted.
  public var introspectionEncryptionAlgorithm: String?
  /// `introspection_encrypted_response_enc`: how the content is encrypted.
  public var introspectionContentEncryption: String?
  /// `request_object_signing_alg`.
  public var requestObjectSigningAlgorithm: String?
  /// `request_object_encryption_alg`: how the key is encrypted.
  public var requestObjectEncryptionAlgorithm: String?
  /// `request_object_encryption_enc`: how the content is encrypted.
  public var requestObjectContentEncryption: String?

  // MARK: Notifications of the authorization server

  /// `backchannel_logout_uri`: where logout tokens are posted.
  public var backchannelLogoutURI: String?
  /// `backchannel_logout_session_required`.
  public var backchannelLogoutSessionRequired: Bool?
  /// `frontchannel_logout_uri`: the page that signs its browser out.
  public var frontchannelLogoutURI: String?
  /// `frontchannel_logout_session_required`.
  public var frontchannelLogoutSessionRequired: Bool?
  /// `backchannel_token_delivery_mode`: `poll`, `ping` or `push` (CIBA).
  public var backchannelTokenDeliveryMode: String?
  /// `backchannel_client_notification_endpoint`.
  public var backchannelNotificationEndpoint: String?
  /// `backchannel_authentication_request_signing_alg`.
  public var backchannelRequestSigningAlgorithm: String?
  /// `backchannel_user_code_parameter`.
  public var backchannelUserCodeParameter: Bool?
  /// `default_max_age`: the maximum age of a sign-in, in seconds, where a request names none.
  public var defaultMaxAge: Int?
  /// `jwks`: its public keys themselves, as a JWK set.
  public var jwks: JSONObject?
  /// All other members.
  public var additional: JSONObject = [:]

  /// A client about which nothing is said.
  public init() {}

  /// A client on the users' machines: it has no secret, and its responses arrive at a port of the
  /// machine or at an address of the app.
  ///
  /// - Parameters:
  ///   - name: The name that users see.
  ///   - redirectURIs: Where answers may arrive.
  ///   - scopes: What it will ask for; empty says nothing about it.
  public static func native(
    name: String, redirectURIs: [String], scopes: [Scope] = []
  ) -> ClientMetadata {
    var metadata = ClientMetadata()
    metadata.name = name
    metadata.applicationType = "native"
    metadata.redirectURIs = redirectURIs
    metadata.grantTypes = ["authorization_code", "refresh_token"]
    metadata.responseTypes = ["code"]
    metadata.tokenEndpointAuthMethod = "none"
    metadata.scope = scopes.isEmpty ? nil : Scope.text(scopes)
    return metadata
  }
}
