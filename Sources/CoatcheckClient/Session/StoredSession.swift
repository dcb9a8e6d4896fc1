// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import CoatcheckFoundation

/// Everything that is needed to resume a session after a restart, without asking the user.
///
/// Its tokens print as `[redacted]`; ``json`` holds them in the clear.
public struct StoredSession: Sendable {
  /// Whose session it is.
  public internal(set) var account: AccountID
  /// The name that the user gave it; the subject unless a name was given.
  public var name: String
  /// Labels that the user gave it, to find it by.
  public var labels: Set<String> = []
  /// What the app keeps with the account. It is stored as carefully as the tokens.
  public var appData = JSONObject()
  /// When a keychain lets the session be read; nil for the choice of the store. Stores that are no keychain only
  /// remember it.
  public var accessibility: KeychainAccessibility?
  /// The name of the provider's profile, where the account came by one.
  public var provider: String?
  /// The dialect of the authorization server.
  public var dialect = Dialect.standard
  /// What the newest token reply said besides the tokens: members of the provider's own.
  public var extra: JSONObject
  /// How many times the tokens were replaced. It only grows.
  public var generation = 1
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
  /// The item of a keychain that holds the refresh token, where it is behind the user's presence.
  var guardedItem: String?
  /// A refresh that began and whose end was not stored: its outcome is unknown.
  public var refreshMarker: RefreshMarker?
  /// What gets the next access token: a refresh token, unless it is the client's own session.
  public var renewal = RenewalMethod.refreshToken
  /// When the refresh token ends, where the issuer says so.
  public var refreshExpiry: Expiry
  /// The newest ID token, verified when it was received.
  public var idToken: Secret?
  /// What the access token is good for.
  public var scopes: [Scope]
  /// The scopes that the sign-in requested; they may be more or fewer than the granted ones.
  public var requestedScopes: [Scope]
  /// What the tokens are good for in more detail, where the issuer said so (RFC 9396).
  public var details: [AuthorizationDetail] = []
  /// The APIs the tokens were requested for; they are requested again at each refresh (RFC 8707).
  public var resources: [String] = []
  /// Where tokens are refreshed.
  public var tokenEndpoint: Endpoint
  /// Where tokens are revoked, if anywhere.
  public var revocationEndpoint: Endpoint?
  /// Where browsers are signed out, if anywhere.
  public var endSessionEndpoint: Endpoint?
  /// The UserInfo endpoint, if there is one.
  public var userInfoEndpoint: Endpoint?
  /// Where the issuer's keys are; ID tokens that come with a refresh are verified with them.
  public var jwksURI: Endpoint?
  /// The algorithms agreed upon for ID tokens.
  public var idTokenAlgorithms: Set<SignatureAlgorithm> {
    get { Set(agreedAlgorithms) }
    set { agreedAlgorithms = SignatureAlgorithm.allCases.filter(newValue.contains) }
  }
  // Not a set: making one takes a program that only reads its token a tenth of its time.
  var agreedAlgorithms: [SignatureAlgorithm] = [.rs256]
  /// How the client authenticates.
  public var authentication: ClientAuthentication
  /// The redirect URI of the sign-in.
  public var redirectURI: String?
  /// When the user authenticated, if the ID token contains it; later ID tokens must not have an
  /// earlier time.
  public var authTime: Date?
  /// Whether the browser of this machine may still have a session at the issuer.
  public var browserSession = BrowserSession.shared
  /// When the tokens were received.
  public var obtainedAt: Date
  /// How many seconds before its end the provider's access tokens are replaced, from 0 to 600; nil
  /// for the program's own choice.
  public var leeway: TimeInterval?

  /// A session of these tokens at this issuer.
  ///
  /// - Parameters:
  ///   - account: Whose session it is.
  ///   - name: The name that the user gave it; without one, the subject.
  ///   - grant: The tokens.
  ///   - scopes: The requested scopes; they count where the grant has none.
  ///   - metadata: The issuer's endpoints.
  ///   - authentication: How the client authenticates.
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
