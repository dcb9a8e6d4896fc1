// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
public import Foundation

/// What the app says about services.
extension NXOAuth2AccountStore {
  /// Says what a type is.
  public func setClientID(
    _ aClientID: String!, secret aSecret: String!, authorizationURL anAuthorizationURL: URL!,
    tokenURL aTokenURL: URL!, redirectURL aRedirectURL: URL!, forAccountType anAccountType: String!
  ) {
    setClientID(
      aClientID, secret: aSecret, scope: nil, authorizationURL: anAuthorizationURL,
      tokenURL: aTokenURL, redirectURL: aRedirectURL, keyChainGroup: nil,
      forAccountType: anAccountType)
  }

  /// Says what a type is, with its scopes.
  public func setClientID(
    _ aClientID: String!, secret aSecret: String!, scope theScope: Set<AnyHashable>!,
    authorizationURL anAuthorizationURL: URL!, tokenURL aTokenURL: URL!,
    redirectURL aRedirectURL: URL!, keyChainGroup aKeyChainGroup: String!,
    forAccountType anAccountType: String!
  ) {
    setClientID(
      aClientID, secret: aSecret, scope: theScope, authorizationURL: anAuthorizationURL,
      tokenURL: aTokenURL, redirectURL: aRedirectURL, keyChainGroup: aKeyChainGroup,
      tokenType: nil, forAccountType: anAccountType)
  }

  /// Says what a type is, with its scopes and the type of its tokens.
  public func setClientID(
    _ aClientID: String!, secret aSecret: String!, scope theScope: Set<AnyHashable>!,
    authorizationURL anAuthorizationURL: URL!, tokenURL aTokenURL: URL!,
    redirectURL aRedirectURL: URL!, keyChainGroup aKeyChainGroup: String!,
    tokenType aTokenType: String!, forAccountType anAccountType: String!
  ) {
    var configuration: [AnyHashable: Any] = [:]
    configuration[kNXOAuth2AccountStoreConfigurationClientID] = aClientID
    configuration[kNXOAuth2AccountStoreConfigurationSecret] = aSecret
    configuration[kNXOAuth2AccountStoreConfigurationScope] = theScope
    configuration[kNXOAuth2AccountStoreConfigurationAuthorizeURL] = anAuthorizationURL
    configuration[kNXOAuth2AccountStoreConfigurationTokenURL] = aTokenURL
    configuration[kNXOAuth2AccountStoreConfigurationRedirectURL] = aRedirectURL
    configuration[kNXOAuth2AccountStoreConfigurationKeyChainGroup] = aKeyChainGroup
    configuration[kNXOAuth2AccountStoreConfigurationTokenType] = aTokenType
    setConfiguration(configuration, forAccountType: anAccountType)
  }

  /// Says what a type is, and finds its accounts.
  ///
  /// - Parameters:
  ///   - configuration: The client's id and the two URLs at least. Without one of them a request for access fails
  ///     and names it.
  ///   - accountType: The type.
  public func setConfiguration(
    _ configuration: [AnyHashable: Any]!, forAccountType accountType: String!
  ) {
    guard let accountType else { return }
    configurations[accountType] = configuration
    load()
  }

  /// What the app said of a type.
  public func configuration(forAccountType accountType: String!) -> [AnyHashable: Any]! {
    accountType.flatMap { configurations[$0] }
  }

  /// Says how the certificates of a type's hosts are judged.
  public func setTrustModeHandlerForAccountType(
    _ accountType: String!, block handler: NXOAuth2TrustModeHandler!
  ) {
    guard let accountType else { return }
    trustModes[accountType] = handler
  }

  /// How the certificates of a type's hosts are judged.
  public func trustModeHandler(forAccountType accountType: String!) -> NXOAuth2TrustModeHandler! {
    accountType.flatMap { trustModes[$0] }
  }

  /// Names the certificates of a type's hosts.
  public func setTrustedCertificatesHandlerForAccountType(
    _ accountType: String!, block handler: NXOAuth2TrustedCertificatesHandler!
  ) {
    guard let accountType else { return }
    certificates[accountType] = handler
  }

  /// The certificates of a type's hosts.
  public func trustedCertificatesHandler(
    forAccountType accountType: String!
  ) -> NXOAuth2TrustedCertificatesHandler! {
    accountType.flatMap { certificates[$0] }
  }

  /// The client of an account; nil when its type was not set, or lacks something.
  func client(_ type: String, identifier: String) -> NXOAuth2Client? {
    guard let configuration = configurations[type],
      var settings = ClientSettings(type, configuration, self)
    else { return nil }
    settings.group = identifier
    let client = NXOAuth2Client(
      clientID: configuration[kNXOAuth2AccountStoreConfigurationClientID] as? String,
      clientSecret: configuration[kNXOAuth2AccountStoreConfigurationSecret] as? String, settings,
      keeping: true, archives: false, surroundings: surroundings)
    client.trustJudge = { [weak self, weak client] host in
      guard let self, let client else { return (NXOAuth2TrustModeSystem, []) }
      let connection = NXOAuth2Connection(idleFor: client)
      return (
        trustModes[type]?(connection, host) ?? NXOAuth2TrustModeSystem,
        certificates[type]?(host) ?? []
      )
    }
    return client
  }
}

extension ClientSettings {
  /// What an old configuration says; nil when it lacks the client's id or a URL.
  @MainActor
  init?(_ type: String, _ configuration: [AnyHashable: Any], _ store: NXOAuth2AccountStore) {
    func url(_ key: String) -> String? { (configuration[key] as? URL)?.absoluteString }
    guard let authorize = url(kNXOAuth2AccountStoreConfigurationAuthorizeURL),
      let token = url(kNXOAuth2AccountStoreConfigurationTokenURL),
      configuration[kNXOAuth2AccountStoreConfigurationClientID] is String
    else { return nil }
    self.init(authorizeURL: authorize, tokenURL: token)
    name = type
    redirectURL = url(kNXOAuth2AccountStoreConfigurationRedirectURL)
    if let names = configuration[kNXOAuth2AccountStoreConfigurationScope] as? Set<AnyHashable> {
      scopes = Scope.list(of: names)
    }
    tokenType = configuration[kNXOAuth2AccountStoreConfigurationTokenType] as? String
    method =
      configuration[kNXOAuth2AccountStoreConfigurationTokenRequestHTTPMethod] as? String ?? "POST"
    accessGroup =
      configuration[kNXOAuth2AccountStoreConfigurationKeyChainAccessGroup] as? String
      ?? store.keychainAccessGroup
    additional = Self.texts(
      configuration[kNXOAuth2AccountStoreConfigurationAdditionalAuthenticationParameters]
        as? [AnyHashable: Any])
    fields = Self.texts(
      configuration[kNXOAuth2AccountStoreConfigurationCustomHeaderFields] as? [AnyHashable: Any])
  }
}
