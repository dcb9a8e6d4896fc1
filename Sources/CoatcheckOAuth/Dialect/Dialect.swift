// SPDX-License-Identifier: Apache-2.0

/// The deviations of one authorization server from the specifications, as data: each has a name.
///
/// ```swift
/// var dialect = Dialect()
/// dialect.tokenParameters = .query     // all parameters in the URL, and no body
/// dialect.absoluteTimes = .spacedUTC   // "expires_at": "2014-01-05 11:57:26Z"
/// ```
///
/// It is stored with a session, so that any program that has the session can refresh it.
public struct Dialect: Sendable, Hashable {
  /// Where the parameters of a token request go.
  public var tokenParameters = TokenParameters.form
  /// Header fields that go with every request to the provider, besides those of the protocol.
  public var fields: [String: String] = [:]
  /// Header fields that go with token requests only, besides those of the protocol.
  public var tokenFields: [String: String] = [:]
  /// Parameters that go with the requests of one step, besides those of the protocol.
  public var extra: [GrantStep: Parameters] = [:]
  /// The forms in which a token reply may come.
  public var tokenReplies = TokenReplyForms.json
  /// What the provider calls members of a token reply: its own names, and those of the protocol for them.
  public var members: [String: String] = [:]
  /// What stands between the scopes of a request and of a token reply.
  public var scopes = ScopeForm.spaces
  /// The member of a token reply that names the user.
  public var subjectMember: String?
  /// Which token of a reply is presented to the provider's services.
  public var accessTokens = PresentedTokenChoice.own
  /// Which claim of an ID token names its subject.
  public var subjects = SubjectRule.sub
  /// How a session is ended at the provider.
  public var revocations = RevocationMethod.tokens
  /// How a token reply states when a token expires, where it does not state a lifetime.
  public var absoluteTimes: AbsoluteExpiryForm?
  /// The expiry of an access token when the token reply does not state one.
  public var silence = MissingExpiry.unknown
  /// The lifetime, in seconds, from which on a token does not expire: 2,147,483,647. Seen at Kii.
  public var endlessLifetime: Int?
  /// What follows when a refresh token has reached its announced expiry.
  public var refreshTokenEnd = RefreshTokenExpiryPolicy.issuerDecides
  /// Which refusals of a refresh end a session.
  public var refreshRefusals = RefreshRefusalRule.invalidGrant
  /// The type of access tokens where a token reply names none; nil to refuse such a reply.
  public var defaultTokenType: String?
  /// Which types of access tokens are used.
  public var tokenTypes = TokenTypeRule.understood
  /// What names a client without a secret to the token endpoint.
  public var clientNaming = ClientNaming.parameter
  /// The error responses besides those of the specifications.
  public var errors = ProviderErrors()
  /// Whether a code is bound to the sign-in that requested it.
  public var proofKey = PKCEPolicy.s256
  /// How a redirect URI is changed before it is sent.
  public var redirectURI = RedirectURIForm.exact
  /// What a sign-in with a browser requests where the app names no flow.
  public var flow = AuthorizationFlowChoice.code
  /// What the provider requires and the protocol does not.
  public var requirements: Set<DialectRequirement> = []
  /// The scheme in which a client with a secret signs its token requests, where
  /// `token_endpoint_auth_methods_supported` lists its method and no other.
  public var clientSignature: HMACSignatureScheme?
  /// What authorizes a request to a service of the provider.
  public var presentation = TokenPresentation.bearer
  /// How a service reports an invalid access token; one of them is enough. Without any, a rejected request
  /// is never sent again.
  public var rejections: [TokenRejectionRule] = [.bearer]
  /// The maximum number of requests for one refresh, from 1 to 10, when the token endpoint cannot be reached
  /// or is overloaded.
  public var refreshTries = 3

  /// The specifications, without deviations.
  public init() {}

  /// The specifications, without deviations.
  public static let standard = Dialect()
}
