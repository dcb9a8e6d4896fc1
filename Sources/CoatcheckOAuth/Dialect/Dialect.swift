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
  /// Where the parameters of a token request are sent.
  public var tokenParameters = TokenParameters.form
  /// Header fields that every request to the provider has besides those of the protocol, by their names.
  public var fields: [String: String] = [:]
  /// Header fields that only token requests have besides those of the protocol, by their names. They
  /// precede ``fields``.
  public var tokenFields: [String: String] = [:]
  /// Parameters that the requests of one step have besides those of the protocol.
  public var extra: [GrantStep: Parameters] = [:]
  /// The forms in which a token response is accepted.
  public var tokenReplies = TokenReplyForms.json
  /// Other names of members of a token response: the provider's name as the key, and the name of the
  /// specification as the value.
  public var members: [String: String] = [:]
  /// The separator of scopes in a request and in a token response.
  public var scopes = ScopeForm.spaces
  /// The member of a token response that names the user; nil when it names none.
  public var subjectMember: String?
  /// Which token of a token response is sent to the provider's services.
  public var accessTokens = PresentedTokenChoice.own
  /// Which claim of an ID token names its subject.
  public var subjects = SubjectRule.sub
  /// How a session is ended at the provider.
  public var revocations = RevocationMethod.tokens
  /// How a token response states the time at which a token expires, where it does not state a lifetime;
  /// nil when it states neither.
  public var absoluteTimes: AbsoluteExpiryForm?
  /// The expiry of an access token when the token response does not state one.
  public var silence = MissingExpiry.unknown
  /// The minimum lifetime, in seconds, that means that a token does not expire, such as 2,147,483,647;
  /// nil when every lifetime is meant as stated. Seen at Kii.
  public var endlessLifetime: Int?
  /// What follows when a refresh token has reached its announced expiry.
  public var refreshTokenEnd = RefreshTokenExpiryPolicy.issuerDecides
  /// Which error responses to a refresh end a session.
  public var refreshRefusals = RefreshRefusalRule.invalidGrant
  /// The type of the access token when the token response does not name one; nil to reject such a
  /// response.
  public var defaultTokenType: String?
  /// Which types of access tokens are accepted.
  public var tokenTypes = TokenTypeRule.understood
  /// How a token request names a client without a secret.
  public var clientNaming = ClientNaming.parameter
  /// The forms and codes of error responses besides those of the specifications.
  public var errors = ProviderErrors()
  /// Whether PKCE binds a code to the authorization request.
  public var proofKey = PKCEPolicy.s256
  /// How a redirect URI is changed before it is sent.
  public var redirectURI = RedirectURIForm.exact
  /// What a sign-in with a browser requests where the app names no flow.
  public var flow = AuthorizationFlowChoice.code
  /// What the provider requires besides the protocol.
  public var requirements: Set<DialectRequirement> = []
  /// The scheme in which a client with a secret signs its token requests, where
  /// `token_endpoint_auth_methods_supported` lists the method of the scheme and no other; nil for no
  /// signature.
  public var clientSignature: HMACSignatureScheme?
  /// What authorizes a request to a service of the provider.
  public var presentation = TokenPresentation.bearer
  /// How a service reports an invalid access token; it is enough that one of the rules applies. Without
  /// any, a rejected request is never sent again.
  public var rejections: [TokenRejectionRule] = [.bearer]
  /// The maximum number of requests for one refresh, from 1 to 10, when the token endpoint cannot be reached
  /// or is overloaded.
  public var refreshTries = 3

  /// Creates a dialect without deviations.
  public init() {}

  /// The dialect without deviations: what the specifications say.
  public static let standard = Dialect()
}
