// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE

extension RegisteredClient {
  /// What a client registers besides what every client has.
  ///
  /// [RFC 7591 §2](https://www.rfc-editor.org/rfc/rfc7591#section-2),
  /// [OIDC Registration
  /// §2](https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata)
  public struct Metadata: Sendable, Equatable {
    /// `jwks`: the keys it signs with.
    public var jwks: [JWK]?
    /// `jwks_uri`: where those keys are.
    public var jwksURI: String?
    /// `token_endpoint_auth_signing_alg`: what its assertions must be signed with; nil for any.
    public var authenticationAlgorithm: SignatureAlgorithm?
    /// `post_logout_redirect_uris`: where a browser may be sent after signing out.
    public var postLogoutRedirectURIs: [String] = []
    /// `backchannel_logout_uri`: where it is notified of ended sessions.
    public var backChannelLogoutURI: String?
    /// `backchannel_logout_session_required`: whether the notification must name the session.
    public var backChannelLogoutSession = LogoutSession.optional
    /// `frontchannel_logout_uri`: the page of its own that signs its browser out.
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
    /// `contacts`: who answers for it.
    public var contacts: [String] = []
    /// `client_uri`: its home page.
    public var clientURI: String?
    /// `logo_uri`. No page of the issuer loads it.
    public var logoURI: String?
    /// `policy_uri`: how it treats users' data.
    public var policyURI: String?
    /// `tos_uri`: its terms of service.
    public var termsURI: String?
    /// `initiate_login_uri`: where others may have it begin a sign-in.
    public var initiateLoginURI: String?
    /// `sector_identifier_uri`: the list of redirect URIs whose host is its sector.
    public var sectorIdentifierURI: String?
    /// `subject_type`: what it calls users.
    public var subjectType = SubjectType.public
    /// `software_id` and `software_version`: what program it is.
    public var software: [String] = []
    /// The APIs its tokens may be for, by their resource indicators
    /// ([RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)). None besides the issuer's own
    /// audience when empty.
    public var resources: [String] = []

    /// The APIs it answers for itself: it may ask about their tokens, and exchange them.
    public var answersFor: [String] = []

    /// What a client calls users ([OIDC Core
    /// §8](https://openid.net/specs/openid-connect-core-1_0.html#SubjectIDTypes)).
    public enum SubjectType: String, Sendable {
      /// What every such client calls them.
      case `public`
      /// A name that only its own sector knows.
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

    /// Nothing registered.
    public init() {}
  }
}
