// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckNXOAuth2Client
import CoatcheckOAuth
public import Foundation

/// The client of the old library, implemented by a `CallbackClient`, which new code uses instead.
///
/// It deviates from the old library where the old behavior was not safe, or did not follow its guide; the
/// guide of this folder has the list. Callbacks are on the main actor, after the call that causes them
/// has returned.
@preconcurrency
@MainActor
open class NXOAuth2Client: NSObject {
  /// The client id.
  public let clientId: String!
  /// The client secret; nil for a public client.
  public let clientSecret: String!
  /// The token type of token responses without `token_type`; nil for `OAuth`.
  public var tokenType: String! { settings.tokenType }
  /// The delegate, which is not retained.
  public weak var delegate: (any NSObject & NXOAuth2ClientDelegate)!
  /// Always nil: token requests are not sent by a connection of the app.
  public var authConnection: NXOAuth2Connection! { nil }

  /// The app's configuration of the service. A change applies to the flows that begin afterwards.
  var settings: ClientSettings {
    didSet { if settings != oldValue { isOutdated = true } }
  }
  let surroundings: NXOAuth2Surroundings
  /// Decides which certificates are trusted, in place of the delegate. The account store sets it.
  var trustJudge: ((String) -> ConnectionTrust.Judgement)?
  /// Receives each event before the delegate does. The account store sets it.
  var observer: ((NXClientEvent) -> Void)?

  private let driver = ClientDriver()
  private var made: CallbackClient?
  private var isOutdated = false
  private var trusted = TrustRules.system
  /// A token that the app has set, until it is stored.
  private var given: NXOAuth2AccessToken?
  private var wantsStore: Bool
  /// Whether the old library may have stored a token of this client.
  private let hasArchive: Bool
  /// The single search for that token.
  private var looked: Task<Void, Never>?

  /// Creates a client that stores its token.
  ///
  /// New code creates a `CallbackClient` of a `Client` of
  /// `Provider.nx(authorizationEndpoint:tokenEndpoint:name:options:)`.
  ///
  /// - Parameters:
  ///   - clientId: The client id.
  ///   - clientSecret: The client secret. An app on users' own machines should have none.
  ///   - authorizeURL: The authorization endpoint.
  ///   - tokenURL: The token endpoint.
  ///   - delegate: The delegate, which is not retained.
  public convenience init!(
    clientID clientId: String!, clientSecret: String!, authorizeURL: URL!, tokenURL: URL!,
    delegate: (any NSObject & NXOAuth2ClientDelegate)!
  ) {
    self.init(
      clientID: clientId, clientSecret: clientSecret, authorizeURL: authorizeURL,
      tokenURL: tokenURL, accessToken: nil, keyChainGroup: nil, keyChainAccessGroup: nil,
      persistent: true, delegate: delegate)
  }

  /// Creates a client with a token, or with a name under which its token is stored.
  ///
  /// - Parameters:
  ///   - clientId: The client id.
  ///   - clientSecret: The client secret. An app on users' own machines should have none.
  ///   - authorizeURL: The authorization endpoint.
  ///   - tokenURL: The token endpoint.
  ///   - accessToken: A token that the app has already; nil for none.
  ///   - keyChainGroup: The name under which the token is stored; nil for the host of the token endpoint.
  ///   - keyChainAccessGroup: The keychain access group; nil for the app's own.
  ///   - shouldPersist: Whether the token is stored; otherwise it is in memory only.
  ///   - delegate: The delegate, which is not retained.
  public convenience init!(
    clientID clientId: String!, clientSecret: String!, authorizeURL: URL!, tokenURL: URL!,
    accessToken: NXOAuth2AccessToken!, keyChainGroup: String!, keyChainAccessGroup: String!,
    persistent shouldPersist: Bool, delegate: (any NSObject & NXOAuth2ClientDelegate)!
  ) {
    self.init(
      clientID: clientId, clientSecret: clientSecret, authorizeURL: authorizeURL,
      tokenURL: tokenURL, accessToken: accessToken, tokenType: nil, keyChainGroup: keyChainGroup,
      keyChainAccessGroup: keyChainAccessGroup, persistent: shouldPersist, delegate: delegate)
  }

  /// Creates a client with a token and a token type, or with a name under which its token is stored.
  ///
  /// - Parameters:
  ///   - clientId: The client id.
  ///   - clientSecret: The client secret. An app on users' own machines should have none.
  ///   - authorizeURL: The authorization endpoint.
  ///   - tokenURL: The token endpoint.
  ///   - accessToken: A token that the app has already; nil for none.
  ///   - tokenType: The token type of token responses without `token_type`; nil for `OAuth`.
  ///   - keyChainGroup: The name under which the token is stored; nil for the host of the token endpoint.
  ///   - keyChainAccessGroup: The keychain access group; nil for the app's own.
  ///   - shouldPersist: Whether the token is stored; otherwise it is in memory only.
  ///   - delegate: The delegate, which is not retained.
  public convenience init!(
    clientID clientId: String!, clientSecret: String!, authorizeURL: URL!, tokenURL: URL!,
    accessToken: NXOAuth2AccessToken!, tokenType: String!, keyChainGroup: String!,
    keyChainAccessGroup: String!, persistent shouldPersist: Bool,
    delegate: (any NSObject & NXOAuth2ClientDelegate)!
  ) {
    var settings = ClientSettings(
      authorizeURL: authorizeURL?.absoluteString ?? "", tokenURL: tokenURL?.absoluteString ?? "")
    settings.tokenType = tokenType
    settings.group = keyChainGroup ?? tokenURL?.host ?? ""
    settings.accessGroup = keyChainAccessGroup
    self.init(
      clientID: clientId, clientSecret: clientSecret, settings, keeping: shouldPersist,
      surroundings: .current)
    self.delegate = delegate
    if let accessToken { self.accessToken = accessToken }
  }

  init(
    clientID: String?, clientSecret: String?, _ settings: ClientSettings, keeping: Bool,
    archives: Bool = true, surroundings: NXOAuth2Surroundings
  ) {
    clientId = clientID
    self.clientSecret = clientSecret
    self.settings = settings
    self.surroundings = surroundings
    wantsStore = keeping
    hasArchive = archives
    super.init()
    driver.client = self
  }

  // MARK: The library's client

  /// The `CallbackClient` with the current settings and trust rules.
  ///
  /// - Throws: `misused` naming the invalid setting.
  func oauth() throws(OAuthError) -> CallbackClient {
    let rules = try ConnectionTrust.rules(for: settings.hosts, surroundings.logger) {
      trust(of: $0)
    }
    if let made, !isOutdated, rules == trusted { return made }
    let provider = try settings.provider()
    let (surroundings, settings) = (surroundings, settings)
    let client = Client(
      of: provider, id: clientId ?? "", secret: clientSecret.map { Secret($0) },
      store: surroundings.store(settings.accessGroup), transport: surroundings.transport(rules)
    ) {
      $0.redirect = settings.redirectURL.map(RedirectPolicy.fixed) ?? .loopback
      $0.userAgent = surroundings.userAgent
      $0.environment = surroundings.environment
      $0.logger = surroundings.logger
    }
    (isOutdated, trusted) = (false, rules)
    if let made {
      made.replace(client, scopes: settings.scopes)
      return made
    }
    let new = CallbackClient(
      client, scopes: settings.scopes, storedAs: settings.group, delegate: driver)
    new.begin(keeping: wantsStore ? .stored : .inMemory)
    made = new
    return new
  }

  /// Runs a body with the `CallbackClient`, after the search for a token of the old library.
  ///
  /// - Parameters:
  ///   - onError: Called, besides the delegate, with the error of an invalid setting.
  ///   - body: The body.
  func with(
    onError: (OAuthError) -> Void = { _ in },
    _ body: @MainActor @escaping (CallbackClient) async -> Void
  ) {
    let oauth: CallbackClient
    do throws(OAuthError) {
      oauth = try self.oauth()
    } catch {
      told(.failed(error))
      return onError(error)
    }
    let looked = lookForArchive(oauth)
    Task {
      await looked.value
      await body(oauth)
    }
  }

  /// Imports the token that the old library stored in the keychain. All callers share one search.
  private func lookForArchive(_ oauth: CallbackClient) -> Task<Void, Never> {
    if let looked { return looked }
    let (archives, group, accessGroup) = (
      wantsStore && hasArchive ? surroundings.archives : nil, settings.group, settings.accessGroup
    )
    let task = Task {
      guard let archives else { return }
      let service = NXArchivedToken.service(bundleID: archives.bundleID, group: group)
      guard let data = await archives.archive(service: service, accessGroup: accessGroup),
        let token = try? NXArchivedToken(parsing: data)
      else { return }
      if await oauth.store(token) {
        await archives.remove(service: service, accessGroup: accessGroup)
      }
    }
    looked = task
    return task
  }

  /// Reports an event to the account store and to the delegate.
  func told(_ event: NXClientEvent) {
    switch event {
    case .got, .failed: given = nil
    case .needs, .refreshed, .lost: break
    }
    observer?(event)
    switch event {
    case .needs: delegate?.oauthClientNeedsAuthentication(self)
    case .got: delegate?.oauthClientDidGetAccessToken(self)
    case .refreshed: delegate?.oauthClientDidRefreshAccessToken(self)
    case .lost: delegate?.oauthClientDidLoseAccessToken(self)
    case .failed(let error):
      delegate?.oauthClient(self, didFailToGetAccessTokenWithError: error.nsError)
    }
  }

  func refuseWithoutFlow() {
    told(
      .failed(
        .refused(
          .interactionRequired,
          "No user is signed in, and the delegate implements no method that begins a flow.")))
  }

  // MARK: State

  /// Whether a sign-in or a refresh is under way.
  public var isAuthenticating: Bool { made?.isAuthenticating ?? false }

  /// The token, once ``requestAccess()`` or a sign-in has found one. Setting a token stores it, and
  /// setting nil removes the token from this machine; the delegate is notified.
  ///
  /// New code reads `CallbackClient.session`, and calls `Client.adopt` or `CallbackClient.signOut(_:)`.
  public var accessToken: NXOAuth2AccessToken! {
    get { given ?? made?.session?.stored.map(NXOAuth2AccessToken.init) }
    set {
      given = newValue
      with { oauth in
        guard let newValue else {
          await oauth.signOut(.localOnly)
          return
        }
        await oauth.take(
          newValue.grant(defaultType: oauth.client.provider.dialect.defaultTokenType ?? "OAuth"))
      }
    }
  }

  /// Whether the token is stored. Setting it moves the token, out of the store or into it. New code calls
  /// `CallbackClient.keepSessions(_:)`.
  public var isPersistent: Bool {
    get { made.map { $0.keeping == .stored } ?? wantsStore }
    set {
      wantsStore = newValue
      with { oauth in await oauth.moveSessions(newValue ? .stored : .inMemory) }
    }
  }
}
