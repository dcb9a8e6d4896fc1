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
  public var tokenReplies = TokenReplies.json
  /// What the provider calls members of a token reply: its own names, and those of the protocol for them.
  public var members: [String: String] = [:]
  /// The member of a token reply that says whose the tokens are.
  public var subjectMember: String?
  /// How a token reply says when a token ends, where it doesn't say how long it lasts.
  public var absoluteTimes: AbsoluteTimes?
  /// What it means that a token reply doesn't say when the access token ends.
  public var silence = Silence.unknown
  /// The lifetime, in seconds, from which on the provider means that a token doesn't end: 2,147,483,647 at
  /// Kii.
  public var endlessLifetime: Int?
  /// What follows when a refresh token has reached the end that the provider announced.
  public var refreshTokenEnd = RefreshTokenEnd.issuerDecides
  /// The type of access tokens where a token reply doesn't say it.
  public var defaultTokenType = "Bearer"
  /// What names a client without a secret to the token endpoint.
  public var clientNaming = ClientNaming.parameter
  /// Which error replies besides those of the specification are understood, in this order.
  public var errors: [ErrorForm] = []
  /// What follows when a refresh token has reached the end that the provider announced.
  public enum RefreshTokenEnd: String, Sendable, Hashable, CaseIterable {
    /// The issuer is asked all the same: this machine's clock may be wrong, and an end may have been moved.
    case issuerDecides = "issuer_decides"
    /// Nothing is sent, and the person has to sign in (OCLC). The stored session stays where it is.
    case final
  }

  /// Whether a code is bound to the sign-in that asked for it.
  public var proofKey = ProofKey.s256
  /// What becomes of a redirect URI before it is sent.
  public var redirectURI = RedirectURIForm.exact
  /// What has to be given before anybody is asked, although the protocol can do without.
  public var requirements: Set<Requirement> = []
  /// What a request to a service of the provider proves itself by.
  public var presentation = Presentation.bearer
  /// How a service says that an access token is no longer good; one of them is enough. With none of them
  /// a rejected request is never sent again.
  public var rejections: [RejectionRule] = [.bearer]
  /// How often the token endpoint is asked at most for one refresh, from 1 to 10, when it isn't reached or
  /// is too busy.
  public var refreshTries = 3

  /// The specifications, unbent.
  public init() {}

  /// The specifications, unbent.
  public static let standard = Dialect()
}

/// The steps in which parameters are sent.
public enum GrantStep: String, Sendable, Hashable, CaseIterable {
  /// The address that the browser is sent to.
  case authorization
  /// The exchange of a code.
  case code
  /// A refresh.
  case refresh
  /// A token for the client itself.
  case clientCredentials = "client_credentials"
  /// A person's name and password.
  case password
  /// An assertion, or any other grant.
  case other
}

/// Where the parameters of a token request go.
public enum TokenParameters: String, Sendable, Hashable, CaseIterable {
  /// A form in the body of a POST, as RFC 6749 §4.1.3 says.
  case form
  /// The query of a POST without a body. Parameters in an address end up in logs: for providers that know
  /// no other way (OCLC).
  case query
  /// The query of a GET, as early drafts allowed. Parameters in an address end up in logs (NXOAuth2Client).
  case queryOfGET = "query_of_get"
  /// A JSON object in the body of a POST (Kii).
  case json
  /// `multipart/form-data` in the body of a POST, for servers that grew up with NXOAuth2Client, which sent
  /// nothing else unless it was told to. RFC 6749 knows no such request.
  case multipart
}

/// In which forms a token reply may come.
public enum TokenReplies: String, Sendable, Hashable, CaseIterable {
  /// A JSON object, as RFC 6749 §5.1 says.
  case json
  /// A JSON object, or a form that says it is one: the way of servers older than the specification (GitHub
  /// to whoever doesn't ask for JSON).
  case jsonOrForm = "json_or_form"
}

/// How a token reply says when a token ends.
public enum AbsoluteTimes: String, Sendable, Hashable, CaseIterable {
  /// `expires_at` and `refresh_token_expires_at`: `2014-01-05 11:57:26Z`, with a space and in UTC (OCLC).
  case spacedUTC = "spaced_utc"
}

/// What it means that a token reply doesn't say when the access token ends.
public enum Silence: String, Sendable, Hashable, CaseIterable {
  /// Nobody knows: the token is used until it is rejected.
  case unknown
  /// It doesn't end by time (Kii).
  case never
  /// It is spent at once (docomo).
  case spent
}

/// What names a client without a secret to the token endpoint.
public enum ClientNaming: String, Sendable, Hashable, CaseIterable {
  /// The parameter `client_id`, as RFC 6749 §3.2.1 says.
  case parameter
  /// The provider's own header fields; there the parameter would mean something else (Kii).
  case fields
}

/// Whether a code is bound to the sign-in that asked for it: PKCE, RFC 7636.
public enum ProofKey: Sendable, Hashable {
  /// By a challenge with SHA-256. A server that doesn't know it ignores it.
  case s256
  /// Not at all, for a server that refuses requests with a challenge. A stolen code can be redeemed by
  /// whoever has the client's secret.
  case without(because: String)
}

/// What becomes of a redirect URI before it is sent.
public enum RedirectURIForm: String, Sendable, Hashable, CaseIterable {
  /// Nothing.
  case exact
  /// An empty path becomes `/`, since the server sends the browser there (docomo).
  case slashForEmptyPath = "slash_for_empty_path"
}

/// What a provider wants although the protocol can do without it.
public enum Requirement: String, Sendable, Hashable, CaseIterable {
  /// All of its clients have a secret. Without it a session can be used and not refreshed (docomo).
  case clientSecret = "client_secret"
  /// Something has to be asked for (docomo).
  case scope
}

/// What a request to a service of the provider proves itself by.
public enum Presentation: String, Sendable, Hashable, CaseIterable {
  /// The access token, in the `Authorization` field with its type.
  case bearer
  /// A signature with the client's secret over the address of the request (OCLC).
  case wskeySignature = "wskey_signature"
}
