// SPDX-License-Identifier: Apache-2.0

/// How a provider bends the rules of the specifications, as data: each deviation has a name.
///
/// ```swift
/// var dialect = Dialect()
/// dialect.tokenParameters = .query     // OCLC: all parameters in the address, and no body
/// dialect.absoluteTimes = .spacedUTC   // "expires_at": "2014-01-05 11:57:26Z"
/// ```
///
/// It is stored with a session, so that any program which has the session can refresh it.
public struct Dialect: Sendable, Hashable {
  /// Where the parameters of a token request go.
  public var tokenParameters = TokenParameters.form
  /// Header fields that go with every request to the provider, besides those of the protocol.
  public var fields: [String: String] = [:]
  /// Header fields that go with token requests only, besides those of the protocol.
  public var tokenFields: [String: String] = [:]
  /// Parameters that go with the requests of one step, besides those of the protocol.
  public var extra: [GrantStep: Parameters] = [:]
  /// In which forms a token reply may come.
  public var tokenReplies = TokenReplyForms.json
  /// What the provider calls members of a token reply: its own names, and those of the protocol for them.
  public var members: [String: String] = [:]
  /// What stands between the scopes of a request and of a token reply.
  public var scopes = ScopeForm.spaces
  /// The member of a token reply that says whose the tokens are.
  public var subjectMember: String?
  /// Which token of a reply is presented to the provider's services.
  public var accessTokens = PresentedTokenChoice.own
  /// Which claim of an ID token says whose it is.
  public var subjects = SubjectRule.sub
  /// How the provider is told that a session is over.
  public var revocations = RevocationMethod.tokens
  /// How a token reply says when a token ends, where it doesn't say how long it lasts.
  public var absoluteTimes: AbsoluteExpiryForm?
  /// What it means that a token reply doesn't say when the access token ends.
  public var silence = MissingExpiry.unknown
  /// The lifetime, in seconds, from which on the provider means that a token doesn't end: 2,147,483,647 at
  /// Kii.
  public var endlessLifetime: Int?
  /// What follows when a refresh token has reached the end that the provider announced.
  public var refreshTokenEnd = RefreshTokenExpiryPolicy.issuerDecides
  /// The type of access tokens where a token reply doesn't say it.
  public var defaultTokenType = "Bearer"
  /// What names a client without a secret to the token endpoint.
  public var clientNaming = ClientNaming.parameter
  /// Which error replies besides those of the specification are understood, in this order.
  public var errors: [ErrorResponseForm] = []
  /// Whether a code is bound to the sign-in that asked for it.
  public var proofKey = PKCEPolicy.s256
  /// What becomes of a redirect URI before it is sent.
  public var redirectURI = RedirectURIForm.exact
  /// What has to be given before anybody is asked, although the protocol can do without.
  public var requirements: Set<DialectRequirement> = []
  /// What a request to a service of the provider proves itself by.
  public var presentation = TokenPresentation.bearer
  /// How a service says that an access token is no longer good; one of them is enough. With none of them
  /// a rejected request is never sent again.
  public var rejections: [TokenRejectionRule] = [.bearer]
  /// How often the token endpoint is asked at most for one refresh, from 1 to 10, when it isn't reached or
  /// is too busy.
  public var refreshTries = 3

  /// The specifications, unbent.
  public init() {}

  /// The specifications, unbent.
  public static let standard = Dialect()
}
