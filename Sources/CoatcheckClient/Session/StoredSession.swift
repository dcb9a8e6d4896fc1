// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Everything a session needs to go on after a restart, without asking anybody.
///
/// Its tokens print as `[redacted]`; ``json`` holds them in the clear.
public struct StoredSession: Sendable {
  /// Whose session it is.
  public internal(set) var account: AccountID
  /// What the person calls it; the subject unless a name was given.
  public var name: String
  /// What else the person calls it: any words to find it by.
  public var labels: Set<String> = []
  /// What the app keeps with the account. It is stored as carefully as the tokens.
  public var appData = JSONObject()
  /// The name of the provider's profile, where the account came by one.
  public var provider: String?
  /// The dialect of the authorization server.
  public var dialect = Dialect.standard
  /// What the newest token reply said besides the tokens: members of the provider's own.
  public var extra: JSONObject
  /// How many times the tokens were replaced. It only grows.
  public var generation: Int
  /// The access token.
  public var accessToken: Secret
  /// How the access token is presented: `Bearer`.
  public var tokenType: String
  /// The key that the tokens are bound to, if they are: a secret, like the tokens.
  public var dpopKey: SigningKey?
  /// When the access token ends.
  public var expiry: Expiry
  /// What gets the next access token, when the issuer gave one.
  public var refreshToken: Secret?
  /// A refresh that began and whose end nobody has stored: its outcome is unknown.
  public var refreshMarker: RefreshMarker?
  /// What gets the next access token: a refresh token, unless it is the client's own session.
  public var renewal = RenewalMethod.refreshToken
  /// When the refresh token ends, where the issuer says so.
  public var refreshExpiry: Expiry
  /// The newest ID token, verified when it was received.
  public var idToken: Secret?
  /// What the access token is good for.
  public var scopes: [Scope]
  /// What was asked for when the user signed in; it may have been more or less.
  public var requestedScopes: [Scope]
  /// What the tokens are good for in more detail, where the issuer said so (RFC 9396).
  public var details: [AuthorizationDetail] = []
  /// The APIs the tokens were asked for; they are asked for again at each refresh (RFC 8707).
  public var resources: [String] = []
  /// Where tokens are refreshed.
  public var tokenEndpoint: Endpoint
  /// Where tokens are revoked, if anywhere.
  public var revocationEndpoint: Endpoint?
  /// Where browsers are signed out, if anywhere.
  public var endSessionEndpoint: Endpoint?
  /// Where the person's claims are, if anywhere.
  public var userInfoEndpoint: Endpoint?
  /// Where the issuer's keys are; ID tokens that come with a refresh are verified with them.
  public var jwksURI: Endpoint?
  /// The algorithms agreed upon for ID tokens.
  public var idTokenAlgorithms: Set<SignatureAlgorithm>
  /// How the client proves who it is.
  public var authentication: ClientAuthentication
  /// The redirect URI the person signed in with.
  public var redirectURI: String?
  /// When the person signed in, where the ID token says so; later ID tokens must not say earlier.
  public var authTime: Date?
  /// Whether this machine's browser may still know the person at the issuer.
  public var browserSession = BrowserSession.shared
  /// When the tokens were received.
  public var obtainedAt: Date
  /// How many seconds before its end the provider's access tokens are replaced, from 0 to 600; nil for
  /// the program's own choice.
  public var leeway: TimeInterval?

  /// A session of these tokens at this issuer.
  ///
  /// - Parameters:
  ///   - account: Whose session it is.
  ///   - name: What the person calls it; without one, the subject.
  ///   - generation: How many times the tokens were replaced.
  ///   - grant: The tokens.
  ///   - scopes: What was asked for; it counts where the grant does not say.
  ///   - metadata: The issuer's endpoints.
  ///   - idTokenAlgorithms: The algorithms agreed upon for ID tokens.
  ///   - authentication: How the client proves who it is.
  ///   - redirectURI: The redirect URI the person signed in with.
  public init(
    account: AccountID, name: String? = nil, generation: Int = 1, grant: TokenGrant,
    scopes: [Scope] = [], metadata: ServerMetadata,
    idTokenAlgorithms: Set<SignatureAlgorithm> = [.rs256],
    authentication: ClientAuthentication = .none,
    redirectURI: String? = nil
  ) throws(OAuthError) {
    let tokenEndpoint = try metadata.requiredTokenEndpoint
    self.account = account
    self.name = name ?? account.subject
    self.generation = generation
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
    self.idTokenAlgorithms = idTokenAlgorithms
    self.authentication = authentication
    self.redirectURI = redirectURI
    obtainedAt = grant.receivedAt
  }

  /// The client the session belongs to.
  public var client: ClientIdentity {
    ClientIdentity(id: account.clientID, authentication: authentication)
  }

  /// The longest that is kept of a provider's own members, in bytes.
  private static let maximumExtra = 16 << 10

  private static func kept(_ extra: JSONObject) -> JSONObject {
    extra.isEmpty || extra.serialized().count > maximumExtra ? [:] : extra
  }

  /// This session after a refresh.
  ///
  /// RFC 6749 §6: "the client MUST discard the old refresh token and replace it with the new refresh
  /// token". The grant holds the old one where the server kept it.
  func refreshed(by grant: TokenGrant, idToken verified: Secret?) -> StoredSession {
    var next = self
    next.generation += 1
    next.refreshMarker = nil
    next.accessToken = grant.accessToken
    next.tokenType = grant.tokenType
    next.expiry = grant.expiry
    if let refreshToken = grant.refreshToken { next.refreshToken = refreshToken }
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
