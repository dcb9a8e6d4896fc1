// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

extension RegisteredClient {
  /// The client metadata that only some clients register.
  ///
  /// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
  /// [OIDC Registration
  /// §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata)
  public struct Metadata: Sendable, Equatable {
    /// `jwks`: the public keys that verify its signatures.
    public var jwks: [JWK]?
    /// `jwks_uri`: the absolute URI of the key set that verifies its signatures.
    public var jwksURI: String?
    /// `token_endpoint_auth_signing_alg`: the algorithm of its client assertions; nil for any.
    public var authenticationAlgorithm: SignatureAlgorithm?
    /// `post_logout_redirect_uris`: where a browser may be sent after signing out.
    public var postLogoutRedirectURIs: [String] = []
    /// `backchannel_logout_uri`: where it is notified of ended sessions.
    public var backChannelLogoutURI: String?
    /// `backchannel_logout_session_required`: whether the notification must name the session.
    public var backChannelLogoutSession = LogoutSession.optional
    /// `frontchannel_logout_uri`: the page of the client that signs the browser out there.
    public var frontChannelLogoutURI: String?
    /// `frontchannel_logout_session_required`: whether the address of that page must name the session.
    public var frontChannelLogoutSession = LogoutSession.optional
    /// `require_pushed_authorization_requests`
    /// ([RFC 9126 §6](https://www.rfc-editor.org/rfc/rfc9126#section-6)).
    public var pushedRequests = Need.optional
    /// `dpop_bound_access_tokens` ([RFC 9449 §5.2](https://www.rfc-editor.org/rfc/rfc9449#section-5.2)).
    public var boundTokens = Need.optional
    /// `require_auth_time`: whether its ID tokens must tell when the user signed in.
    public var authTime = Need.optional
    /// `default_max_age`: the `max_age` of requests without one, in seconds.
    public var defaultMaxAge: Int?
    /// `userinfo_signed_response_alg`; nil for plain JSON.
    public var userInfoAlgorithm: SignatureAlgorithm?
    /// `authorization_signed_response_alg` (JARM); nil for the issuer's default.
    public var authorizationAlgorithm: SignatureAlgorithm?
    /// `request_object_signing_alg`; nil for any.
    public var requestObjectAlgorithm: SignatureAlgorithm?
    /// `require_signed_request_object`
    /// ([RFC 9101 §10.5](https://www.rfc-editor.org/rfc/rfc9101#section-10.5)).
    public var signedRequests = Need.optional
    /// `contacts`: how to reach those who are responsible for it.
    public var contacts: [String] = []
    /// `client_uri`: its home page.
    public var clientURI: String?
    /// `logo_uri`. No page of the issuer loads it.
    public var logoURI: String?
    /// `policy_uri`: how it treats users' data.
    public var policyURI: String?
    /// `tos_uri`: its terms of service.
    public var termsURI: String?
    /// `initiate_login_uri`: where third parties may have it begin a sign-in.
    public var initiateLoginURI: String?
    /// `sector_identifier_uri`: the URI of the list of redirect URIs; its host is the sector of the client.
    public var sectorIdentifierURI: String?
    /// `subject_type`: the kind of subject identifiers that it receives.
    public var subjectType = SubjectType.public
    /// `software_id` and `software_version`, in this order; the version may be missing. Empty without both.
    public var software: [String] = []
    /// The resource indicators that it may request
    /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)), besides ``IssuerSettings/audience``.
    public var resources: [String] = []

    /// The resource indicators of the APIs that the client serves itself: it may introspect their tokens,
    /// and exchange them.
    public var answersFor: [String] = []

    /// The kinds of subject identifiers ([OIDC Core
    /// §8](https://openid.net/specs/openid-connect-core-1_0.html#SubjectIDTypes)).
    public enum SubjectType: String, Sendable {
      /// The same identifier for every client.
      case `public`
      /// An identifier that differs from sector to sector.
      case pairwise
    }

    /// Whether every request of a client must have a property.
    public enum Need: String, Sendable {
      /// It may be left out.
      case optional
      /// A request without it is refused.
      case required
    }

    /// Whether a notification must name the session that ended.
    public enum LogoutSession: String, Sendable {
      /// The user is enough.
      case optional
      /// `sid` must be there.
      case required
    }

    /// Creates metadata without any member.
    public init() {}
  }
}
