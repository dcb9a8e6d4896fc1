// SPDX-License-Identifier: Apache-2.0

// Longer than 150 lines: one property for every registered member, as in ServerMetadata.

public import CoatcheckJOSE

/// The client metadata: what a client declares about itself when it registers.
///
/// A property that is nil is not sent, and the authorization server decides. URIs are strings here: those
/// of a client may have any scheme, and a server checks them by its own rules.
/// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
/// [OIDC Registration §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata),
/// and the [registry](https://www.iana.org/assignments/oauth-parameters/) of the members that other
/// specifications add.
public struct ClientMetadata: Sendable {
  // MARK: What users see

  /// `client_name`: the name that users see. Names in other languages (`client_name#ja`)
  /// are in ``additional``.
  public var name: String?
  /// `client_uri`: the address of a page about the client.
  public var clientURI: String?
  /// `logo_uri`: the address of the client's logo.
  public var logoURI: String?
  /// `tos_uri`: the address of its terms of service.
  public var termsOfServiceURI: String?
  /// `policy_uri`: the address of its privacy policy.
  public var policyURI: String?
  /// `contacts`: how to reach those responsible for the client, usually e-mail addresses.
  public var contacts: [String]?
  /// `software_id`: the identifier of the software, the same for all of its instances and versions.
  public var softwareID: String?
  /// `software_version`: the version of the software.
  public var softwareVersion: String?

  // MARK: What it does

  /// `redirect_uris`: where authorization responses may be sent.
  public var redirectURIs: [String]?
  /// `grant_types`: the grants that the client sends to the token endpoint; nil means `authorization_code`.
  public var grantTypes: [String]?
  /// `response_types`: the response types that it requests from the authorization endpoint; nil means
  /// `code`.
  public var responseTypes: [String]?
  /// `scope`: the scopes that it may request, separated by spaces.
  public var scope: String?
  /// `application_type`: `native` or `web`; nil means `web`.
  public var applicationType: String?
  /// `post_logout_redirect_uris`: where a browser may be redirected after the logout.
  public var postLogoutRedirectURIs: [String]?
  /// `initiate_login_uri`: the `https` address at which a third party may start a sign-in.
  public var initiateLoginURI: String?
  /// `request_uris`: the `request_uri` values at which the authorization server may fetch request objects.
  public var requestURIs: [String]?
  /// `default_acr_values`: the authentication context classes for requests that name none, in order of
  /// preference.
  public var defaultACRValues: [String]?
  /// `require_auth_time`: whether ID tokens must contain `auth_time`; nil means no.
  public var requiresAuthTime: Bool?
  /// `authorization_details_types`: the types of authorization details that it requests
  /// ([RFC 9396 §10](https://www.rfc-editor.org/rfc/rfc9396#section-10)).
  public var authorizationDetailsTypes: [String]?
  /// `sector_identifier_uri`: an `https` address whose host groups several clients, so that they get the
  /// same pairwise subject identifiers.
  public var sectorIdentifierURI: String?
  /// `subject_type`: the subject identifiers in its ID tokens, `pairwise` or `public`.
  public var subjectType: String?

  // MARK: Client authentication

  /// `token_endpoint_auth_method`: how the client authenticates; nil means `client_secret_basic`.
  public var tokenEndpointAuthMethod: String?
  /// `token_endpoint_auth_signing_alg`: the JWS algorithm of its client assertions.
  public var tokenEndpointAuthSigningAlgorithm: String?
  /// `jwks_uri`: the address of its JWK Set with its public keys. Not to be set together with ``jwks``.
  public var jwksURI: String?
  /// `tls_client_auth_subject_dn`: the subject of its certificate, a distinguished name
  /// ([RFC 8705 §2.1.2](https://www.rfc-editor.org/rfc/rfc8705#section-2.1.2)).
  public var certificateSubject: String?
  /// `tls_client_auth_san_dns`: the DNS name in its certificate.
  public var certificateDNSName: String?
  /// `tls_client_auth_san_uri`: the URI in its certificate.
  public var certificateURI: String?
  /// `tls_client_auth_san_ip`: the IP address in its certificate.
  public var certificateIPAddress: String?
  /// `tls_client_auth_san_email`: the e-mail address in its certificate.
  public var certificateEmailAddress: String?
  /// `use_mtls_endpoint_aliases`: whether the client uses the endpoints of the member
  /// `mtls_endpoint_aliases` in the server metadata.
  public var usesMTLSEndpointAliases: Bool?
  /// `tls_client_certificate_bound_access_tokens`: whether its access tokens are bound to its certificate
  /// ([RFC 8705 §3.4](https://www.rfc-editor.org/rfc/rfc8705#section-3.4)); nil means no.
  public var certificateBoundAccessTokens: Bool?
  /// `dpop_bound_access_tokens`: whether all of its token requests have a DPoP proof
  /// ([RFC 9449 §5.2](https://www.rfc-editor.org/rfc/rfc9449#section-5.2)); nil means no.
  public var dpopBoundAccessTokens: Bool?
  /// `require_pushed_authorization_requests`: whether only its pushed authorization requests are accepted
  /// ([RFC 9126 §6](https://www.rfc-editor.org/rfc/rfc9126#section-6)); nil means no.
  public var requiresPushedAuthorizationRequests: Bool?
  /// `require_signed_request_object`: whether only its signed request objects are accepted
  /// ([RFC 9101 §10.5](https://www.rfc-editor.org/rfc/rfc9101#section-10.5)); nil means no.
  public var requiresSignedRequestObject: Bool?

  // MARK: How what it gets is signed and encrypted

  /// `id_token_signed_response_alg`: the JWS algorithm of its ID tokens; nil means `RS256`.
  public var idTokenSigningAlgorithm: String?
  /// `id_token_encrypted_response_alg`: the JWE key management algorithm of its ID tokens; nil means that
  /// they are not encrypted.
  public var idTokenEncryptionAlgorithm: String?
  /// `id_token_encrypted_response_enc`: the JWE content encryption of its ID tokens.
  public var idTokenContentEncryption: String?
  /// `userinfo_signed_response_alg`: the JWS algorithm of its UserInfo responses; nil means unsigned JSON.
  public var userInfoSigningAlgorithm: String?
  /// `userinfo_encrypted_response_alg`: the JWE key management algorithm of its UserInfo responses.
  public var userInfoEncryptionAlgorithm: String?
  /// `userinfo_encrypted_response_enc`: the JWE content encryption of its UserInfo responses.
  public var userInfoContentEncryption: String?
  /// `authorization_signed_response_alg`: the JWS algorithm of its authorization responses in JWTs.
  public var authorizationResponseSigningAlgorithm: String?
  /// `authorization_encrypted_response_alg`: the JWE key management algorithm of its authorization
  /// responses.
  public var authorizationResponseEncryptionAlgorithm: String?
  /// `authorization_encrypted_response_enc`: the JWE content encryption of its authorization responses.
  public var authorizationResponseContentEncryption: String?
  /// `introspection_signed_response_alg`: the JWS algorithm of its introspection responses.
  public var introspectionSigningAlgorithm: String?
  /// `introspection_encrypted_response_alg`: the JWE key management algorithm of its introspection
  /// responses.
  public var introspectionEncryptionAlgorithm: String?
  /// `introspection_encrypted_response_enc`: the JWE content encryption of its introspection responses.
  public var introspectionContentEncryption: String?
  /// `request_object_signing_alg`: the JWS algorithm of its request objects.
  public var requestObjectSigningAlgorithm: String?
  /// `request_object_encryption_alg`: the JWE key management algorithm of its request objects.
  public var requestObjectEncryptionAlgorithm: String?
  /// `request_object_encryption_enc`: the JWE content encryption of its request objects.
  public var requestObjectContentEncryption: String?

  // MARK: Notifications of the authorization server

  /// `backchannel_logout_uri`: the address to which the authorization server sends logout tokens by `POST`.
  public var backchannelLogoutURI: String?
  /// `backchannel_logout_session_required`: whether its logout tokens must contain `sid`; nil means no.
  public var backchannelLogoutSessionRequired: Bool?
  /// `frontchannel_logout_uri`: the page that ends the session of the browser that loads it.
  public var frontchannelLogoutURI: String?
  /// `frontchannel_logout_session_required`: whether requests for that page must contain `iss` and `sid`;
  /// nil means no.
  public var frontchannelLogoutSessionRequired: Bool?
  /// `backchannel_token_delivery_mode`: `poll`, `ping` or `push` (OpenID Connect CIBA).
  public var backchannelTokenDeliveryMode: String?
  /// `backchannel_client_notification_endpoint`: the address to which the authorization server sends its
  /// notifications in the modes `ping` and `push`.
  public var backchannelNotificationEndpoint: String?
  /// `backchannel_authentication_request_signing_alg`: the JWS algorithm of its signed backchannel
  /// authentication requests.
  public var backchannelRequestSigningAlgorithm: String?
  /// `backchannel_user_code_parameter`: whether the client supports `user_code`; nil means no.
  public var backchannelUserCodeParameter: Bool?
  /// `default_max_age`: the maximum age of a sign-in, in seconds, where a request names none.
  public var defaultMaxAge: Int?
  /// `jwks`: its public keys as a JWK Set. Not to be set together with ``jwksURI``.
  public var jwks: JSONObject?
  /// All other members, by name.
  public var additional: JSONObject = [:]

  /// Creates metadata without any member.
  public init() {}

  /// The metadata of a native app: a public client without a secret, for the authorization code and refresh
  /// token grants.
  ///
  /// - Parameters:
  ///   - name: The name that users see.
  ///   - redirectURIs: Where authorization responses may be sent: loopback addresses or URIs of the app's
  ///     own scheme.
  ///   - scopes: The scopes that it may request; empty leaves `scope` out.
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
