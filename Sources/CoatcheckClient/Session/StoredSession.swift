// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Everything that is needed to resume a session after a restart, without asking the user.
///
/// Its tokens print as `[redacted]`; ``json`` holds them in the clear.
public struct StoredSession: Sendable {
  /// The account that the session belongs to.
  public internal(set) var account: AccountID
  /// The name that the user gave it; the subject unless a name was given.
  public var name: String
  /// Labels that the user gave it, to find it by.
  public var labels: Set<String> = []
  /// Data of the app that is kept with the account, as a JSON object. It is stored as carefully as the
  /// tokens.
  public var appData = JSONObject()
  /// When a keychain lets the session be read; nil for the choice of the store. Stores that are no keychain only
  /// remember it.
  public var accessibility: KeychainAccessibility?
  /// The name of the provider's profile; nil where the account was not made from one.
  public var provider: String?
  /// The dialect of the authorization server.
  public var dialect = Dialect.standard
  /// Members of the token responses that are the provider's own. A newer response replaces those with the
  /// same name; those of a response with more than 16 KiB of them are dropped.
  public var extra: JSONObject
  /// The number of the tokens: 1 after the first sign-in, and greater after each replacement. It only
  /// grows.
  public var generation = 1
  /// The access token.
  public var accessToken: Secret
  /// The token type, which says how the access token is presented: `Bearer` or `DPoP`.
  public var tokenType: String
  /// The private key that the tokens are bound to by DPoP; nil for bearer tokens. It is a secret, like the
  /// tokens.
  ///
  /// [RFC 9449](https://www.rfc-editor.org/rfc/rfc9449).
  public var dpopKey: SigningKey?
  /// When the access token expires, by the wall clock.
  public var expiry: Expiry
  /// The refresh token; nil when the authorization server issued none, or while a keychain keeps it behind
  /// a prompt.
  public var refreshToken: Secret?
  /// The item of a keychain that holds the refresh token, where it is behind the user's presence.
  var guardedItem: String?
  /// The note of a refresh that began and whose outcome was not stored; nil as a rule.
  public var refreshMarker: RefreshMarker?
  /// The grant for the next access token: the refresh token, unless it is the client's own session.
  public var renewal = RenewalMethod.refreshToken
  /// When the refresh token expires, by the wall clock, where the authorization server says so.
  public var refreshExpiry: Expiry
  /// The newest ID token, verified when it was received.
  public var idToken: Secret?
  /// The granted scopes of the access token.
  public var scopes: [Scope]
  /// The scopes that the sign-in requested; they may be more or fewer than the granted ones.
  public var requestedScopes: [Scope]
  /// The granted authorization details, where the authorization server returned them.
  ///
  /// [RFC 9396 §7](https://www.rfc-editor.org/rfc/rfc9396#section-7).
  public var details: [AuthorizationDetail] = []
  /// The resource servers that the tokens were requested for, as absolute URIs; they are requested again at
  /// each refresh.
  ///
  /// [RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2).
  public var resources: [String] = []
  /// The token endpoint, where tokens are refreshed.
  public var tokenEndpoint: Endpoint
  /// The revocation endpoint, where tokens are revoked; nil if there is no such endpoint.
  public var revocationEndpoint: Endpoint?
  /// The end session endpoint, where login sessions are ended; nil if there is no such endpoint.
  public var endSessionEndpoint: Endpoint?
  /// The userinfo endpoint; nil if there is no such endpoint.
  public var userInfoEndpoint: Endpoint?
  /// Where the public keys of the authorization server are (`jwks_uri`); ID tokens that come with a refresh
  /// are verified with them.
  public var jwksURI: Endpoint?
  /// The signature algorithms that are accepted in ID tokens.
  public var idTokenAlgorithms: Set<SignatureAlgorithm> {
    get { Set(agreedAlgorithms) }
    set { agreedAlgorithms = SignatureAlgorithm.allCases.filter(newValue.contains) }
  }
  // An array: creating a set takes a tenth of the time of a program that only reads its token.
  var agreedAlgorithms: [SignatureAlgorithm] = [.rs256]
  /// How the client authenticates.
  public var authentication: ClientAuthentication
  /// The redirect URI of the sign-in; nil for a sign-in without one.
  public var redirectURI: String?
  /// When the user authenticated, if the ID token says so (`auth_time`); later ID tokens must not have an
  /// earlier time.
  public var authTime: Date?
  /// Whether the browser of this machine may still have a login session at the authorization server.
  public var browserSession = BrowserSession.shared
  /// When the tokens were received, by the wall clock.
  public var obtainedAt: Date
  /// How many seconds before its expiry an access token of the provider is replaced, from 0 to 600; nil for
  /// the program's own choice.
  public var leeway: TimeInterval?

  /// Creates a session of tokens that were obtained.
  ///
  /// - Parameters:
  ///   - account: The account that the session belongs to.
  ///   - name: The name that the user gave it; nil for the subject.
  ///   - grant: The tokens.
  ///   - scopes: The requested scopes; they count as granted where the grant has none.
  ///   - metadata: The metadata of the authorization server, for its endpoints.
  ///   - authentication: How the client authenticates.
  /// - Throws: `unreadable` with `metadataMalformed` naming `token_endpoint` when the metadata has no token
  ///   endpoint.
  public init(
    account: AccountID, name: String? = nil, grant: TokenGrant, scopes: [Scope] = [],
    metadata: ServerMetadata, authentication: ClientAuthentication = .none
  ) throws(OAuthError) {
    let tokenEndpoint = try metadata.requiredTokenEndpoint
    self.account = account
    self.name = name ?? account.subject
    accessToken = grant.accessToken
    tokenType = grant.tokenType
    expiry = grant.expiry
    refreshToken = grant.refreshToken
    refreshExpiry = grant.refreshExpiry
    idToken = grant.idToken
    extra = Self.kept(grant.extra)
    self.scopes = grant.scopes ?? scopes
    requestedScopes = scopes
    details = grant.details ?? []
    self.tokenEndpoint = tokenEndpoint
    revocationEndpoint = metadata.revocationEndpoint
    endSessionEndpoint = metadata.endSessionEndpoint
    userInfoEndpoint = metadata.userInfoEndpoint
    jwksURI = metadata.jwksURI
    self.authentication = authentication
    obtainedAt = grant.receivedAt
  }

  /// The client that the session belongs to.
  public var client: ClientIdentity {
    ClientIdentity(id: account.clientID, authentication: authentication)
  }

  /// The maximum size of the provider's own members that are stored, in bytes.
  private static let maximumExtra = 16 << 10

  private static func kept(_ extra: JSONObject) -> JSONObject {
    extra.isEmpty || extra.serialized().count > maximumExtra ? [:] : extra
  }

  /// This session after a refresh.
  ///
  /// RFC 6749 §6: "the client MUST discard the old refresh token and replace it with the new
  /// refresh token". The grant holds the old one where the server kept it.
  func refreshed(by grant: TokenGrant, idToken verified: Secret?) -> StoredSession {
    var next = self
    next.generation += 1
    next.refreshMarker = nil
    next.accessToken = grant.accessToken
    next.tokenType = grant.tokenType
    next.expiry = grant.expiry
    if let refreshToken = grant.refreshToken {
      next.refreshToken = refreshToken
      next.guardedItem = nil
    }
    if grant.refreshExpiry != .unknown { next.refreshExpiry = grant.refreshExpiry }
    next.idToken = verified ?? idToken
    next.scopes = grant.scopes ?? scopes
    next.details = grant.details ?? details
    for (name, value) in Self.kept(grant.extra) { next.extra[name] = value }
    next.obtainedAt = grant.receivedAt
    return next
  }
}

extension StoredSession: CustomStringConvertible, CustomReflectable {
  /// The account and the generation; no token.
  public var description: String {
    "StoredSession(\(account.issuer), \(account.clientID), generation \(generation))"
  }

  /// No token, and nothing that a provider or an app calls by a name of its own: that may be one.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "account": account, "name": name, "provider": provider as Any, "generation": generation,
        "scopes": scopes, "expiry": expiry, "refreshExpiry": refreshExpiry, "dialect": dialect,
        "extra": extra.names,
      ])
  }
}
